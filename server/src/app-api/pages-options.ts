import type { Context } from '../context.ts'
import type { RequestLimits } from '../http/request-limits.ts'
import type { SessionLookup } from '../people/session-lookup.ts'

/** What the routes that the pages call have in common. */
export type PagesOptions = {
  context: Context
  sessions: SessionLookup
  limits: RequestLimits
}

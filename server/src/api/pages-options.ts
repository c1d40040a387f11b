import type { Context } from '../context.ts'
import type { RateLimits } from '../http/limit-requests.ts'
import type { RequestPipeline } from '../http/request-pipeline.ts'
import type { SessionLookup } from '../people/session-lookup.ts'

/** What the routes that the pages call have in common. */
export type PagesOptions = {
  context: Context
  sessions: SessionLookup
  rates: RateLimits
  pipeline: RequestPipeline
}

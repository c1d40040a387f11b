import { RateLimited, Refused, Unauthorized } from '../errors.ts'
import type { Scope } from '../database/column-values.ts'
import { hashKey, workspaceOfKey } from './key-secret.ts'
import { planAccess, planAt } from './plans.ts'
import { WINDOW_SECONDS } from './request-counter.ts'
import type { RequestCounter } from './request-counter.ts'

/** A key that may make this request, and how much of its minute is left. */
export type AdmittedKey = {
  id: string
  name: string
  workspaceId: string
  /** The moment that the request is of: what it reads and writes is as of then. */
  at: Date
  /** The workspace's, ISO 4217. */
  currency: string
  /** Changes whenever an answer of the API may: with each write, and when time alone makes a difference. */
  state: string
  /** Requests made in the present window, this one included. */
  requests: number
  /** Whole seconds until the window ends. */
  windowEndsIn: number
}

/**
 * Counts a request with a key, then lets it in or refuses it: Unauthorized, Refused, or RateLimited.
 * `onCounted` hears of the window before any refusal, so that a refused request can tell it too.
 *
 * What is known of the key is read for this request: a revoked key, a new plan, a spent minute and a write hold for the
 * very next request in every process, with no cache to be late.
 */
export async function admitKey(
  counter: RequestCounter,
  request: { key: string | null; scope: Scope; limit: number },
  onCounted: (key: AdmittedKey) => void,
): Promise<AdmittedKey> {
  const workspaceId = request.key === null ? null : workspaceOfKey(request.key)
  const row = workspaceId === null ? undefined : await counter.count(workspaceId, hashKey(request.key!).toString('hex'))
  if (!row) {
    throw new Unauthorized(
      request.key === null
        ? 'Send an API key in the header "Authorization: Bearer <key>".'
        : 'This API key is not known, or has been revoked.',
    )
  }
  const plan = planAt({ plan: row.plan, trialEndsAt: row.trial_ends_at }, row.at)
  const elapsed = Math.max(0, row.at.getTime() - row.started_at.getTime())
  const admitted = {
    id: row.id,
    name: row.name,
    workspaceId: workspaceId!,
    at: row.at,
    currency: row.currency,
    state: [row.revision, row.changed_by_time?.getTime(), plan].join(' '),
    requests: row.requests,
    windowEndsIn: Math.max(1, Math.ceil(WINDOW_SECONDS - elapsed / 1000)),
  }
  onCounted(admitted)
  const access = planAccess(plan)
  if (access === 'none') throw new Refused('forbidden', 'A demo workspace has no API.')
  if (row.requests > request.limit) {
    throw new RateLimited(`This key has made its ${request.limit} requests for this minute; wait before the next one.`)
  }
  if (request.scope === 'write') {
    if (row.scope !== 'write') throw new Refused('insufficient_scope', 'This key can only read.')
    if (access === 'read') {
      throw new Refused('read_only', 'The trial or subscription of this workspace has ended: it can only be read.')
    }
  }
  return admitted
}

import { RateLimited, Refused, Unauthorized } from '../errors.ts'
import type { Scope } from '../database/column-values.ts'
import { hashKey, workspaceOfKey } from './key-secret.ts'
import { planAccess } from './plans.ts'
import { WINDOW_SECONDS } from './request-counter.ts'
import type { RequestCounter } from './request-counter.ts'
import { admittedWorkspace } from './workspace-state.ts'
import type { Admission } from './workspace-state.ts'

/** The current window of the rate limit of a key. */
export type RequestWindow = {
  /** Requests in the window, this one included. */
  requests: number
  /** Whole seconds until it ends. */
  endsIn: number
}

/**
 * Counts a request with a key, then admits it or refuses it: throws Unauthorized, Refused, or RateLimited.
 * `onCounted` is called before any refusal, so that refused requests get the rate-limit headers too.
 *
 * The key is read from the database for each request, never from a cache. So a revoked key, a new plan or a write takes effect
 * with the next request in every process.
 */
export async function admitKey(
  counter: RequestCounter,
  request: { key: string | null; scope: Scope; limit: number },
  onCounted: (window: RequestWindow) => void,
): Promise<Admission> {
  const workspaceId = request.key === null ? null : workspaceOfKey(request.key)
  const row = workspaceId === null ? undefined : await counter.count(workspaceId, hashKey(request.key!).toString('hex'))
  if (!row) {
    throw new Unauthorized(
      request.key === null
        ? 'Send an API key in the header "Authorization: Bearer <key>".'
        : 'This API key is not known, or has been revoked.',
    )
  }
  const workspace = admittedWorkspace(workspaceId!, row)
  const elapsed = Math.max(0, row.at.getTime() - row.started_at.getTime())
  onCounted({ requests: row.requests, endsIn: Math.max(1, Math.ceil(WINDOW_SECONDS - elapsed / 1000)) })
  const access = planAccess(workspace.plan)
  if (access === 'none') throw new Refused('forbidden', 'A demo workspace has no API.')
  if (row.requests > request.limit) {
    const message = `This key has made its ${request.limit} requests for this minute; wait before the next one.`
    throw new RateLimited(message, WINDOW_SECONDS)
  }
  if (request.scope === 'write') {
    if (row.scope !== 'write') throw new Refused('insufficient_scope', 'This key can only read.')
    if (access === 'read') {
      throw new Refused('read_only', 'The trial or subscription of this workspace has ended: it can only be read.')
    }
  }
  return { caller: { type: 'key', id: row.id, name: row.name }, workspace }
}

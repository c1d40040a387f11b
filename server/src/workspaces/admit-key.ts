import { RateLimited, Refused, Unauthorized } from '../errors.ts'
import { holdAccess } from '../database/transaction.ts'
import type { Plan, Scope } from '../database/column-values.ts'
import type { Database } from '../database/tables.ts'
import { hashKey, workspaceOfKey } from './keys.ts'
import type { CountedKey } from './failed-calls.ts'
import { planAccess, planAt } from './workspaces.ts'
import { WINDOW_SECONDS } from './request-counter.ts'
import type { RequestCounter } from './request-counter.ts'
import { admittedWorkspace } from './workspace-state.ts'
import type { AdmittedWorkspace, Admission } from './workspace-state.ts'

const UNKNOWN_KEY = 'This API key is not known, or has been revoked.'

/** The current window of the rate limit of a key. */
export type RequestWindow = {
  /** Requests in the window, this one included. */
  requests: number
  /** Whole seconds until it ends. */
  endsIn: number
}

/**
 * Counts a request with a key, then admits it or refuses it: throws Unauthorized, Refused, or RateLimited. `onCounted`
 * is called before any refusal, so that refused requests get the rate-limit headers too.
 *
 * The key is read from the database for each request, never from a cache. So a revoked key, a new plan or a write takes
 * effect with the next request in every process.
 */
export async function admitKey(
  counter: RequestCounter,
  request: { key: string | null; scope: Scope; limit: number },
  onCounted: (window: RequestWindow, key: CountedKey) => void,
): Promise<Admission> {
  const workspaceId = request.key === null ? null : workspaceOfKey(request.key)
  const row = workspaceId === null ? undefined : await counter.count(workspaceId, hashKey(request.key!).toString('hex'))
  if (!row) {
    throw new Unauthorized(
      request.key === null ? 'Send an API key in the header "Authorization: Bearer <key>".' : UNKNOWN_KEY,
    )
  }
  const workspace = admittedWorkspace(workspaceId!, row)
  const elapsed = Math.max(0, row.at.getTime() - row.started_at.getTime())
  const endsIn = Math.max(1, Math.ceil(WINDOW_SECONDS - elapsed / 1000))
  onCounted({ requests: row.requests, endsIn }, { workspaceId: workspaceId!, id: row.id })
  requireApi(workspace.plan)
  if (row.requests > request.limit) {
    const message = `This key has made its ${request.limit} requests for this minute; wait before the next one.`
    throw new RateLimited(message, WINDOW_SECONDS)
  }
  if (request.scope === 'write') {
    if (row.scope !== 'write') throw new Refused('insufficient_scope', 'This key can only read: use one that writes.')
    requireWrites(workspace.plan)
  }
  const caller = { type: 'key', id: row.id, name: row.name } as const
  return request.scope === 'write'
    ? { caller, workspace, holdAccess: (trx) => holdKey(trx, row.id, workspace) }
    : { caller, workspace }
}

function requireApi(plan: Plan): void {
  if (planAccess(plan) === 'none') throw new Refused('forbidden', 'A demo workspace has no API.')
}

function requireWrites(plan: Plan): void {
  if (planAccess(plan) !== 'read') return
  throw new Refused('read_only', 'The trial or subscription of this workspace has ended: it can only be read.')
}

/**
 * In a transaction of a write: a key that is revoked meanwhile waits for it, or came before it. No request is counted.
 * Throws Unauthorized and Refused.
 */
export async function holdKey(
  trx: Database,
  id: string,
  { id: workspaceId, at }: Pick<AdmittedWorkspace, 'id' | 'at'>,
): Promise<void> {
  await holdAccess(trx, id)
  const live = await trx
    .selectFrom('api_key as k')
    .innerJoin('workspace as w', 'w.id', 'k.workspace_id')
    .select(['w.plan', 'w.trial_ends_at as trialEndsAt'])
    .where('k.workspace_id', '=', workspaceId)
    .where('k.id', '=', id)
    .where('k.scope', '=', 'write')
    .where('k.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!live) throw new Unauthorized(UNKNOWN_KEY)
  const plan = planAt(live, at)
  requireApi(plan)
  requireWrites(plan)
}

import { sql } from 'kysely'
import { RateLimited, Refused, Unauthorized } from '../errors.ts'
import type { Context } from '../context.ts'
import type { Scope } from '../database/tables.ts'
import { hashKey, workspaceOfKey } from './key-secret.ts'
import { planAccess, planAt } from './plans.ts'
import type { Plan } from './plans.ts'

/** A window of the rate limit, in seconds, from the key's first request in it. */
export const WINDOW_SECONDS = 60

/** A key that may make this request, and how much of its minute is left. */
export type AdmittedKey = {
  id: string
  name: string
  workspaceId: string
  /** The workspace's, ISO 4217. */
  currency: string
  /** Changes whenever an answer of the API may: with each write, and when time alone makes a difference. */
  state: string
  /** Requests made in the present window, this one included. */
  requests: number
  /** Whole seconds until the window ends. */
  windowEndsIn: number
}

type KeyRow = {
  id: string
  name: string
  scope: Scope
  currency: string
  plan: Plan
  trial_ends_at: Date | null
  started_at: Date
  requests: number
  revision: number
  terms_changed_at: Date | null
}

/**
 * Counts a request with a key, then lets it in or refuses it: Unauthorized, Refused, or RateLimited.
 * `onCounted` hears of the window before any refusal, so that a refused request can tell it too.
 *
 * One statement finds the key, its plan, its count and the state of the workspace. So a revoked key, a new plan, a spent
 * minute and a write hold for the very next request in every process, with no cache to be late.
 */
export async function admitKey(
  context: Context,
  request: { key: string | null; scope: Scope; limit: number },
  onCounted: (key: AdmittedKey) => void,
): Promise<AdmittedKey> {
  const workspaceId = request.key === null ? null : workspaceOfKey(request.key)
  const row = workspaceId === null ? undefined : await countRequest(context, workspaceId, hashKey(request.key!))
  if (!row) {
    throw new Unauthorized(
      request.key === null
        ? 'Send an API key in the header "Authorization: Bearer <key>".'
        : 'This API key is not known, or has been revoked.',
    )
  }
  const now = context.clock()
  const plan = planAt({ plan: row.plan, trialEndsAt: row.trial_ends_at }, now)
  const elapsed = Math.max(0, now.getTime() - row.started_at.getTime())
  const admitted = {
    id: row.id,
    name: row.name,
    workspaceId: workspaceId!,
    currency: row.currency,
    state: [row.revision, row.terms_changed_at?.getTime(), plan].join(' '),
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

async function countRequest(context: Context, workspaceId: string, hash: Uint8Array): Promise<KeyRow | undefined> {
  const now = context.clock()
  const windowStart = new Date(now.getTime() - WINDOW_SECONDS * 1000)
  const { rows } = await sql<KeyRow>`
    with found as (
      select k.id, k.name, k.scope, k.last_used_at, w.currency, w.plan, w.trial_ends_at
      from api_key k join workspace w on w.id = k.workspace_id
      where k.workspace_id = ${workspaceId} and k.secret_hash = ${hash} and k.revoked_at is null
    ), counted as (
      insert into rate_limit_window as r (workspace_id, api_key_id, started_at, requests)
      select ${workspaceId}, id, ${now}, 1 from found
      on conflict (workspace_id, api_key_id) do update set
        started_at = case when r.started_at <= ${windowStart} then excluded.started_at else r.started_at end,
        requests = case when r.started_at <= ${windowStart} then 1 else r.requests + 1 end
      returning started_at, requests
    ), used as (
      update api_key set last_used_at = ${now}
      where workspace_id = ${workspaceId}
        and id in (select id from found where last_used_at is null or last_used_at <= ${windowStart})
    )
    select found.id, found.name, found.scope, found.currency, found.plan, found.trial_ends_at,
      counted.started_at, counted.requests,
      coalesce((select revision from workspace_revision where workspace_id = ${workspaceId}), 0) as revision,
      greatest(
        (select max(starts_at) from agreed_price where workspace_id = ${workspaceId} and starts_at <= ${now}),
        (select max(ends_at) from agreed_price where workspace_id = ${workspaceId} and ends_at <= ${now})
      ) as terms_changed_at
    from found, counted`.execute(context.db)
  return rows[0]
}

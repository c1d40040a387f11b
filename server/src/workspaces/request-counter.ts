import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { Scope } from '../database/column-values.ts'
import { QueryBatcher } from '../reading/index.ts'
import { stateColumns } from './workspace-state.ts'
import type { ChangedByTime, WorkspaceRow } from './workspace-state.ts'

/** A window of the rate limit, in seconds. It begins with the key's first request. */
export const WINDOW_SECONDS = 60

/** A live key, the state of its workspace, and the number of this request in the window. */
type CountedKey = WorkspaceRow & {
  id: string
  name: string
  scope: Scope
  /** When the current window began. */
  started_at: Date
  requests: number
}

type Counted = CountedKey & { workspace_id: string; hash: string }

type Lookup = { workspaceId: string; hash: string }

/**
 * Looks up the keys of requests, and counts the requests, in batches: one statement handles all requests that have
 * arrived since the last statement began. A request's statement always begins after its arrival, so the key, plan and
 * state that it reads are never stale.
 */
export class RequestCounter {
  readonly #batcher: QueryBatcher<Context, Lookup, CountedKey | undefined>
  readonly #context: Context

  constructor(context: Context, changedByTime: ChangedByTime) {
    this.#context = context
    this.#batcher = new QueryBatcher((asking, asked) => countBatch(asking, asked, changedByTime))
  }

  /**
   * Counts a request with the key of that hash (hexadecimal). Returns undefined where the workspace has no such live
   * key.
   */
  count(workspaceId: string, hash: string): Promise<CountedKey | undefined> {
    return this.#batcher.load('all workspaces', this.#context, { workspaceId, hash })
  }
}

/** Counts all requests of each key at once, then numbers them in the order of their arrival. */
async function countBatch(
  context: Context,
  asked: Lookup[],
  changedByTime: ChangedByTime,
): Promise<(CountedKey | undefined)[]> {
  const counts = new Map<string, Lookup & { requests: number }>()
  for (const { workspaceId, hash } of asked) {
    const name = workspaceId + hash
    const { requests } = counts.get(name) ?? { requests: 0 }
    counts.set(name, { workspaceId, hash, requests: requests + 1 })
  }
  const found = await countRequests(context, [...counts.values()], changedByTime)
  return asked.map(({ workspaceId, hash }) => {
    const name = workspaceId + hash
    const key = found.get(name)
    const after = --counts.get(name)!.requests
    return key && { ...key, requests: key.requests - after }
  })
}

async function countRequests(
  { db, admissionDb = db, clock }: Context,
  counts: (Lookup & { requests: number })[],
  changedByTime: ChangedByTime,
): Promise<Map<string, Counted>> {
  const now = clock()
  const windowStart = new Date(now.getTime() - WINDOW_SECONDS * 1000)
  const asked = counts.map(({ workspaceId, ...count }) => ({ workspace_id: workspaceId, ...count }))
  const { rows } = await sql<Counted>`
    with found as materialized (
      select k.workspace_id, k.id, k.name, k.scope, k.last_used_at, w.currency, w.plan, w.trial_ends_at, asked.hash,
        asked.requests
      -- Each key has its own look-up: the planner expects a hundred keys, and would scan the whole table.
      from ${rowset(asked, 'workspace_id uuid, hash text, requests integer', 'asked')}
      cross join lateral (
        select * from api_key where workspace_id = asked.workspace_id and secret_hash = decode(asked.hash, 'hex')
          and revoked_at is null offset 0) k
      join workspace w on w.id = asked.workspace_id
    ), counted as (
      -- Ordered, so that two processes that count the same keys never deadlock.
      insert into rate_limit_window as r (workspace_id, api_key_id, started_at, requests)
      select workspace_id, id, ${now}, requests from found order by workspace_id, id
      on conflict (workspace_id, api_key_id) do update set
        started_at = case when r.started_at <= ${windowStart} then excluded.started_at else r.started_at end,
        requests = case when r.started_at <= ${windowStart} then 0 else r.requests end + excluded.requests
      returning workspace_id, api_key_id, started_at, requests
    ), due as (
      -- Once per window is enough. A key that another process updates now is skipped.
      select k.workspace_id, k.id from api_key k
      where (k.workspace_id, k.id) in (
          select workspace_id, id from found where last_used_at is null or last_used_at <= ${windowStart})
      for no key update skip locked
    ), used as (
      update api_key k set last_used_at = ${now} from due where k.workspace_id = due.workspace_id and k.id = due.id
    )
    select found.workspace_id, found.hash, found.id, found.name, found.scope, found.currency, found.plan,
      found.trial_ends_at, counted.started_at, counted.requests,
      ${stateColumns(sql`found.workspace_id`, now, changedByTime)}
    from found
    join counted on counted.workspace_id = found.workspace_id and counted.api_key_id = found.id`.execute(admissionDb)
  return new Map(rows.map((row) => [row.workspace_id + row.hash, { ...row, at: now }]))
}

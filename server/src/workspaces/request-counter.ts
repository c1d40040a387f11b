import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { Scope } from '../database/column-values.ts'
import { QueryBatcher } from '../reading/index.ts'
import { stateColumns } from './workspace-state.ts'
import type { ChangedByTime, WorkspaceRow } from './workspace-state.ts'

/** A window of the rate limit, in seconds, from the key's first request in it. */
export const WINDOW_SECONDS = 60

/** A key that is not revoked, what its workspace is like, and what number this request has in its window. */
export type CountedKey = WorkspaceRow & {
  id: string
  name: string
  scope: Scope
  /** When the present window began. */
  started_at: Date
  requests: number
}

type Counted = CountedKey & { workspace_id: string; hash: string }

type Asked = { workspaceId: string; hash: string }

/**
 * Finds the keys of requests and counts the requests, in one statement for all that have come in since the last one
 * began. Each is counted by a statement that starts after it came in, so what it learns of its key, plan and workspace
 * is never older than itself.
 */
export class RequestCounter {
  readonly #batcher: QueryBatcher<Context, Asked, CountedKey | undefined>
  readonly #context: Context

  constructor(context: Context, changedByTime: ChangedByTime) {
    this.#context = context
    this.#batcher = new QueryBatcher((asking, asked) => countTogether(asking, asked, changedByTime))
  }

  /** Counts a request with the key of that hash (hexadecimal); undefined where the workspace has no such live key. */
  count(workspaceId: string, hash: string): Promise<CountedKey | undefined> {
    return this.#batcher.load('all workspaces', this.#context, { workspaceId, hash })
  }
}

/** Counts the requests of each key at once, then numbers them in the order in which they came. */
async function countTogether(
  context: Context,
  asked: Asked[],
  changedByTime: ChangedByTime,
): Promise<(CountedKey | undefined)[]> {
  const counts = new Map<string, Asked & { requests: number }>()
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
  counts: (Asked & { requests: number })[],
  changedByTime: ChangedByTime,
): Promise<Map<string, Counted>> {
  const now = clock()
  const windowStart = new Date(now.getTime() - WINDOW_SECONDS * 1000)
  const asked = counts.map(({ workspaceId, ...count }) => ({ workspace_id: workspaceId, ...count }))
  const { rows } = await sql<Counted>`
    with found as materialized (
      select k.workspace_id, k.id, k.name, k.scope, k.last_used_at, w.currency, w.plan, w.trial_ends_at, asked.hash,
        asked.requests
      -- Each key is looked up by itself: the planner, which expects a hundred, would read all keys instead.
      from ${rowset(asked, 'workspace_id uuid, hash text, requests integer', 'asked')}
      cross join lateral (
        select * from api_key where workspace_id = asked.workspace_id and secret_hash = decode(asked.hash, 'hex')
          and revoked_at is null offset 0) k
      join workspace w on w.id = asked.workspace_id
    ), counted as (
      -- In one order, so that two processes that count the same keys do not wait for each other.
      insert into rate_limit_window as r (workspace_id, api_key_id, started_at, requests)
      select workspace_id, id, ${now}, requests from found order by workspace_id, id
      on conflict (workspace_id, api_key_id) do update set
        started_at = case when r.started_at <= ${windowStart} then excluded.started_at else r.started_at end,
        requests = case when r.started_at <= ${windowStart} then 0 else r.requests end + excluded.requests
      returning workspace_id, api_key_id, started_at, requests
    ), due as (
      -- Once a window is enough; a key that another process is noting is left to it.
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

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Scope } from '../database/column-values.ts'
import type { Database } from '../database/tables.ts'
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

type Lookup = { workspaceId: string; hash: string }

/** Of a key that has sent no request yet, there is no window. */
type FoundKey = Omit<CountedKey, 'started_at' | 'requests'> & {
  last_used_at: Date | null
  started_at: Date | null
  requests: number | null
}

/**
 * Looks up the keys of requests, and counts the requests, in batches: one statement handles all requests of a key that
 * have arrived since the last statement began. A request's statement always begins after its arrival, so the key, plan
 * and state that it reads are never stale.
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
    return this.#batcher.load(`${workspaceId} ${hash}`, this.#context, { workspaceId, hash })
  }
}

/** Counts all requests of a key at once, then numbers them in the order of their arrival. */
async function countBatch(
  context: Context,
  asked: Lookup[],
  changedByTime: ChangedByTime,
): Promise<(CountedKey | undefined)[]> {
  const key = await countRequests(context, { ...asked[0]!, count: asked.length }, changedByTime)
  return asked.map((_, i) => key && { ...key, requests: key.requests - (asked.length - 1 - i) })
}

async function countRequests(
  { db, admissionDb = db, clock }: Context,
  { workspaceId, hash, count }: Lookup & { count: number },
  changedByTime: ChangedByTime,
): Promise<CountedKey | undefined> {
  const now = clock()
  const windowStart = new Date(now.getTime() - WINDOW_SECONDS * 1000)
  const isOver = sql`r.started_at <= ${windowStart}`
  const counted = sql`
    started_at = case when ${isOver} then ${now} else r.started_at end,
    requests = case when ${isOver} then 0 else r.requests end + ${count}::integer`
  const { rows } = await sql<FoundKey>`
    with found as materialized (
      select k.id, k.name, k.scope, k.last_used_at, w.currency, w.plan, w.trial_ends_at
      from (
        select * from api_key
        where workspace_id = ${workspaceId} and secret_hash = decode(${hash}, 'hex') and revoked_at is null offset 0) k
      join workspace w on w.id = ${workspaceId}
    ), counted as (
      update rate_limit_window r set ${counted}
      where r.workspace_id = ${workspaceId} and r.api_key_id = (select id from found)
      returning r.started_at, r.requests
    )
    select found.*, counted.started_at, counted.requests, ${stateColumns(sql`${workspaceId}::uuid`, now, changedByTime)}
    from found left join counted on true`.execute(admissionDb)
  const [found] = rows
  if (!found) return undefined
  const { started_at, requests, last_used_at } = found
  // Once per window is enough.
  if (last_used_at === null || last_used_at <= windowStart) {
    await noteUse(admissionDb, { workspaceId, id: found.id, windowStart, now })
  }
  if (started_at !== null && requests !== null) return { ...found, started_at, requests, at: now }
  const { rows: begun } = await sql<Pick<CountedKey, 'started_at' | 'requests'>>`
    insert into rate_limit_window as r (workspace_id, api_key_id, started_at, requests)
    values (${workspaceId}, ${found.id}, ${now}, ${count})
    on conflict (workspace_id, api_key_id) do update set ${counted}
    returning started_at, requests`.execute(admissionDb)
  return { ...found, ...begun[0]!, at: now }
}

/** Notes that a key was used. One that another process updates now is skipped. */
async function noteUse(
  db: Database,
  { workspaceId, id, windowStart, now }: { workspaceId: string; id: string; windowStart: Date; now: Date },
): Promise<void> {
  await sql`
    update api_key set last_used_at = ${now}
    where workspace_id = ${workspaceId} and id = (
      select id from api_key
      where workspace_id = ${workspaceId} and id = ${id} and (last_used_at is null or last_used_at <= ${windowStart})
      for no key update skip locked)`.execute(db)
}

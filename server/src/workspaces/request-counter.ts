import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import type { Scope } from '../database/column-values.ts'
import { isCluster } from '../database/cluster.ts'
import { rowset, isWithin, within } from '../database/rowset.ts'
import type { Database } from '../database/tables.ts'
import { QueryBatcher } from '../database/query-batcher.ts'
import { stateColumns } from './workspace-state.ts'
import type { ChangedByTime, WorkspaceRow } from './workspace-state.ts'

/** A window of the rate limit, in seconds. It begins with the key's first request. */
export const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1000

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

/** Of a key that has sent no request since the database last started, there may be no window. */
type Found = Omit<Counted, 'started_at' | 'requests'> & {
  asked: number
  last_used_at: Date | null
  started_at: Date | null
  requests: number | null
}

type Lookup = { workspaceId: string; hash: string }

/** `only`: the workspace of all keys of the batch, where the database takes one at a time. */
type Asking = Context & { only: string | undefined }

/**
 * Looks up the keys of requests, and counts the requests, in batches: one statement handles all requests that have
 * arrived since the last statement began. A request's statement always begins after its arrival, so the key, plan and
 * state that it reads are never stale.
 */
export class RequestCounter {
  readonly #batcher: QueryBatcher<Lookup, CountedKey | undefined>
  readonly #context: Context
  readonly #oneWorkspace: (db: Database) => Promise<boolean>

  /** `oneWorkspace`: whether a statement has to keep to one workspace, as on a cluster. */
  constructor(context: Context, changedByTime: ChangedByTime, oneWorkspace = isCluster) {
    this.#context = context
    this.#oneWorkspace = oneWorkspace
    this.#batcher = new QueryBatcher((asked, only) => countBatch({ ...context, only }, asked, changedByTime))
  }

  /**
   * Counts a request with the key of that hash (hexadecimal). Returns undefined where the workspace has no such live
   * key.
   */
  async count(workspaceId: string, hash: string): Promise<CountedKey | undefined> {
    const isAlone = await this.#oneWorkspace(this.#context.db)
    return this.#batcher.load({ workspaceId, hash }, isAlone ? workspaceId : undefined)
  }
}

/** Counts all requests of each key at once, then numbers them in the order of their arrival. */
async function countBatch(
  asking: Asking,
  asked: Lookup[],
  changedByTime: ChangedByTime,
): Promise<(CountedKey | undefined)[]> {
  const counts = new Map<string, Lookup & { requests: number }>()
  for (const { workspaceId, hash } of asked) {
    const name = workspaceId + hash
    const { requests } = counts.get(name) ?? { requests: 0 }
    counts.set(name, { workspaceId, hash, requests: requests + 1 })
  }
  const found = await countRequests(asking, [...counts.values()], changedByTime)
  return asked.map(({ workspaceId, hash }) => {
    const name = workspaceId + hash
    const key = found.get(name)
    const after = --counts.get(name)!.requests
    return key && { ...key, requests: key.requests - after }
  })
}

async function countRequests(
  { db, admissionDb = db, clock, only }: Asking,
  counts: (Lookup & { requests: number })[],
  changedByTime: ChangedByTime,
): Promise<Map<string, Counted>> {
  const now = clock()
  const counting = { db: admissionDb, now, workspaceOf: workspaceOf(only) }
  const rows = await countInWindows(counting, counts, changedByTime)
  const due = rows.filter(({ last_used_at: at }) => at === null || !isWithin(at, WINDOW_MS, now))
  if (due.length > 0) await noteUse(counting, due)
  const begun = await beginWindows(
    counting,
    rows.filter(({ requests }) => requests === null),
  )
  return new Map(rows.map((row) => [row.workspace_id + row.hash, { ...row, ...begun.get(row.id), at: now } as Counted]))
}

/** SQL: the workspace of a row. A cluster is told the one that all rows have. */
function workspaceOf(only: string | undefined): (row: string) => RawBuilder<string> {
  return (row) => (only === undefined ? sql.ref(`${row}.workspace_id`) : sql`${only}::uuid`)
}

type Counting = { db: Database; now: Date; workspaceOf: ReturnType<typeof workspaceOf> }

async function countInWindows(
  { db, now, workspaceOf }: Counting,
  counts: (Lookup & { requests: number })[],
  changedByTime: ChangedByTime,
): Promise<Found[]> {
  const lasts = within(sql`r.started_at`, WINDOW_MS, now)
  const asked = counts.map(({ workspaceId, hash, requests }) => ({ workspace_id: workspaceId, hash, asked: requests }))
  const { rows } = await sql<Found>`
    with found as materialized (
      select k.workspace_id, k.id, k.name, k.scope, k.last_used_at, w.currency, w.plan, w.trial_ends_at, asked.hash,
        asked.asked
      -- Each key has its own look-up: the planner expects a hundred keys, and would scan the whole table.
      from ${rowset(asked, 'workspace_id uuid, hash text, asked integer', 'asked')}
      cross join lateral (
        select * from api_key where workspace_id = ${workspaceOf('asked')} and secret_hash = decode(asked.hash, 'hex')
          and revoked_at is null offset 0) k
      join workspace w on w.id = ${workspaceOf('asked')}
    ), locked as materialized (
      -- Ordered, so that two processes that count the same keys never deadlock.
      select r.*, found.asked from (select * from found order by workspace_id, id) found cross join lateral (
        select workspace_id, api_key_id from rate_limit_window
        where workspace_id = ${workspaceOf('found')} and api_key_id = found.id for no key update) r
    ), counted as (
      update rate_limit_window r set
        started_at = case when ${lasts} then r.started_at else ${now} end,
        requests = case when ${lasts} then r.requests else 0 end + locked.asked
      from locked where r.workspace_id = ${workspaceOf('locked')} and r.api_key_id = locked.api_key_id
      returning r.workspace_id, r.api_key_id, r.started_at, r.requests
    )
    select found.*, counted.started_at, counted.requests,
      ${stateColumns(workspaceOf('found'), now, changedByTime)}
    from found
    left join counted on counted.workspace_id = found.workspace_id and counted.api_key_id = found.id`.execute(db)
  return rows
}

/** Begins the windows of keys that have none, and counts their requests in them. Another process may have begun one. */
async function beginWindows({ db, now }: Counting, keys: Found[]): Promise<Map<string, Partial<Counted>>> {
  if (keys.length === 0) return new Map()
  const begun = keys.map(({ workspace_id, id, asked }) => ({ workspace_id, id, asked }))
  const { rows } = await sql<{ id: string; started_at: Date; requests: number }>`
    insert into rate_limit_window as r (workspace_id, api_key_id, started_at, requests)
    select workspace_id, id, ${now}, asked
    from ${rowset(begun, 'workspace_id uuid, id uuid, asked integer', 'begun')} order by workspace_id, id
    on conflict (workspace_id, api_key_id) do update set requests = r.requests + excluded.requests
    returning r.api_key_id as id, r.started_at, r.requests`.execute(db)
  return new Map(rows.map(({ id, ...window }) => [id, window]))
}

/** Notes that keys were used: once per window is enough. One that another process updates now is skipped. */
async function noteUse({ db, now, workspaceOf }: Counting, keys: Found[]): Promise<void> {
  const used = keys.map(({ workspace_id, id }) => ({ workspace_id, id }))
  await sql`
    update api_key k set last_used_at = ${now}
    from (
      select due.* from ${rowset(used, 'workspace_id uuid, id uuid', 'used')} cross join lateral (
        select workspace_id, id from api_key
        where workspace_id = ${workspaceOf('used')} and id = used.id
          and ${within(sql`last_used_at`, WINDOW_MS, now)} is not true
        for no key update skip locked) due) due
    where k.workspace_id = ${workspaceOf('due')} and k.id = due.id`.execute(db)
}

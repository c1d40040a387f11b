import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { Gone, invalidField } from '../../errors.ts'
import { FEED_TABLES, GONE_DAYS } from '../activity/record-changes.ts'
import type { FeedKind } from '../activity/record-changes.ts'
import { hash } from 'node:crypto'
import { z } from 'zod'

/** Changes, the place behind them, and whether more are known. */
export type Found = { changes: FeedChange[]; next: FeedPlace; hasMore: boolean }

/** Of which record an entry is, and when it changed (ISO 8601). `code`: see `FeedChange`. */
type Told = { id: string; at: string; code: string | null }

export type Feed<Stored, Entry> = {
  kind: FeedKind
  /** Tells it from other feeds: cursors of those are not followed. */
  name: string
  /** Those of the records that are there, as they stand now, by id. */
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Stored>>
  /** Null for a record that is deleted. */
  entry: (told: Told, stored: Stored | null) => Entry
  /** The next changes, where there are others than those of the records. */
  next?: (from: FeedPlace, asked: { until: string; limit: number }) => Promise<Found>
  /** How many of these changes, the first ones, fit on a page; at least one. Without it: all. */
  fitting?: (changes: readonly FeedChange[]) => Promise<number>
}

export type AskedPage = { cursor?: string | undefined; limit: number }

export type FeedPage<Entry> = { data: Entry[]; nextCursor: string; hasMore: boolean }

/**
 * A page of the records that may have changed since the cursor, oldest change first, each as it stands now. Without a
 * cursor: from now on; with `start`, all records first. A record can come several times. Throws InvalidInput for a text
 * that is no cursor, and Gone for one that cannot be followed any more.
 */
export async function readFeed<Stored, Entry>(
  context: WorkspaceContext,
  asked: AskedPage,
  feed: Feed<Stored, Entry>,
): Promise<FeedPage<Entry>> {
  const { cursor, limit } = asked
  // What a cursor belongs to: a database as it was made or restored, a workspace, and a feed.
  const ownerOf = (database: string) =>
    hash('sha256', `${database} ${context.workspaceId} ${feed.name}`, 'base64url').slice(0, 16)
  const state = await stateOf(context)
  const present = presentPlace(context, state)
  if (cursor === undefined) return { data: [], nextCursor: encode(present, state), hasMore: false }

  const from =
    cursor === 'start'
      ? { ...present, walked: FIRST_ID }
      : requireFollowable(context, decodeCursor(cursor), { state, ownerOf })
  const { walked } = from
  const find = (most: number) =>
    walked === undefined
      ? (feed.next ?? nextChanges)(from, { until: state.until, limit: most })
      : walk(context, feed.kind, { ...from, walked }, most)
  let found = await find(limit)
  const fitting = found.changes.length > 0 && feed.fitting ? await feed.fitting(found.changes) : limit
  if (fitting < found.changes.length) found = await find(fitting)
  const stored = await feed.read(found.changes.map(({ id }) => id))
  const data = found.changes.flatMap(({ id, at, isGone, code }) => {
    const one = isGone ? null : stored.get(id)
    // One that is deleted meanwhile is told by a change of its own.
    return one === undefined ? [] : [feed.entry({ id, at: `${at.slice(0, -4)}Z`, code }, one)]
  })
  // Records may have changed since the state was read.
  const after = await stateOf(context)
  if (after.database !== state.database) return readFeed(context, asked, feed)
  return { data, nextCursor: encode(found.next, after), hasMore: found.hasMore }

  async function nextChanges(place: FeedPlace, { until, limit: most }: { until: string; limit: number }) {
    const rows = await changedRecords(context, feed.kind, { from: place.written, until, limit: most + 1 })
    const changes = rows.slice(0, most)
    const last = changes.at(-1)
    const written = last ? { at: last.at, id: last.id } : place.written
    return { changes, next: { ...place, written }, hasMore: rows.length > most }
  }

  /** The cursor of who has read records of that state at the latest. */
  function encode(place: FeedPlace, { until, history }: State): string {
    const { database } = history.find((part) => until <= part.until)!
    const encoded: FeedCursor = { of: ownerOf(database), seen: until, ...place }
    return Buffer.from(JSON.stringify(encoded)).toString('base64url')
  }
}

export function microseconds(time: Date): string {
  return time.toISOString().replace('Z', '000Z')
}

type State = {
  database: string
  /** The time of the last change that is committed: all changes until then can be read. */
  until: string
  /** The databases that made these changes, each until that time: those that a backup came from, then this one. */
  history: { database: string; until: string }[]
}

async function stateOf({ db, workspaceId }: WorkspaceContext): Promise<State> {
  const { rows } = await sql<State>`
    select (select id::text from schema_identity) as database,
      ${timeText(sql`coalesce(changed_at, '1970-01-01'::timestamptz)`)} as until,
      coalesce((
        select json_agg(json_build_object('database', database_id, 'until', ${timeText(sql`until`)}) order by until)
        from restored_from where workspace_id = ${workspaceId}), '[]') as history
    from workspace_revision where workspace_id = ${workspaceId}`.execute(db)
  const { database, until, history } = rows[0]!
  return { database, until, history: [...history, { database, until }] }
}

const DAY_MS = 86_400_000

/**
 * Behind it are all changes from now on. Where none was written for long, it is a day old: a change that is under way
 * gets the time of its request at least.
 */
function presentPlace({ clock }: WorkspaceContext, { until }: State): FeedPlace {
  const now = clock()
  const yesterday = microseconds(new Date(now.getTime() - DAY_MS))
  const at = until < yesterday ? yesterday : until
  return { written: { at, id: LAST_ID }, timed: { at: microseconds(now), id: LAST_ID } }
}

function requireFollowable(
  { clock }: WorkspaceContext,
  { of, seen, ...from }: FeedCursor,
  { state: { until, history }, ownerOf }: { state: State; ownerOf: (database: string) => string },
): FeedPlace {
  const oldest = microseconds(new Date(clock().getTime() - GONE_DAYS * DAY_MS))
  if (!history.some((part) => ownerOf(part.database) === of && seen <= part.until)) {
    throw new Gone(
      'This cursor is of another feed or customer, or newer than the backup that the data was restored from. Drop what you have. Begin again with cursor=start.',
    )
  }
  // Without a change since, nothing was forgotten.
  if (from.written.at < oldest && until > from.written.at) {
    throw new Gone(`This cursor is older than ${GONE_DAYS} days. Begin again with cursor=start.`)
  }
  return from
}

/** All records as they stand, by id. Behind the last one, changes are told from the begin of the walk on. */
async function walk(
  { db, workspaceId }: WorkspaceContext,
  kind: FeedKind,
  { walked, ...from }: FeedPlace & { walked: string },
  limit: number,
): Promise<Found> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(FEED_TABLES[kind])} where workspace_id = ${workspaceId} and id > ${walked}
    order by id limit ${limit}`.execute(db)
  const changes = rows.map(({ id }) => ({ at: from.timed.at, id, isGone: false, code: null }))
  return { changes, next: rows.length < limit ? from : { ...from, walked: rows.at(-1)!.id }, hasMore: true }
}

/** A change of a record at a time. One that is deleted has the code of then: its SKU or account code. */
export type FeedChange = Place & { isGone: boolean; code: string | null }

/** `until`: the time of the last change that is committed. */
export type AskedChanges = { from: Place; until: string; limit: number }

/** SQL: a time as `Place` has it. Such texts sort as their times do. */
export function timeText(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** SQL: true for a row that comes behind the place, and not after that time. */
export function isBetween(time: string, id: string, from: Place, until: string): RawBuilder<boolean> {
  return sql`(${sql.ref(time)}, ${sql.ref(id)}) > (${from.at}::text::timestamptz, ${from.id}::uuid)
    and ${sql.ref(time)} <= ${until}::text::timestamptz`
}

/** In order, each once. */
export function inOrder(changes: readonly FeedChange[], limit: number): FeedChange[] {
  const unique = new Map(changes.map((change) => [change.at + change.id, change]))
  return [...unique]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([, change]) => change)
}

/**
 * The next changes of records that were written, in order. Their times were given while the workspace's revision was
 * locked, so none appears later behind one that was read.
 */
export async function changedRecords(
  { db, workspaceId }: WorkspaceContext,
  kind: FeedKind,
  { from, until, limit }: AskedChanges,
): Promise<FeedChange[]> {
  const part = ([table, id, time, gone, ofKind]: readonly [string, string, string, string, RawBuilder<unknown>]) => sql`
    (select ${timeText(sql.ref(time))} as at, ${sql.ref(id)} as id, ${sql.raw(gone)} from ${sql.table(table)}
    where workspace_id = ${workspaceId} ${ofKind} and ${isBetween(time, id, from, until)}
    order by ${sql.ref(time)}, ${sql.ref(id)} limit ${limit})`
  const present = 'false as "isGone", null as code'
  const parts = [
    ['record_change', 'record_id', 'changed_at', present, sql`and kind = ${kind}`],
    ['gone_record', 'record_id', 'gone_at', 'true, code', sql`and kind = ${kind}`],
    ...(kind === 'product' ? [['product_change', 'product_id', 'changed_at', present, sql``] as const] : []),
  ] as const
  const { rows } = await sql<FeedChange>`${sql.join(parts.map(part), sql` union all `)}`.execute(db)
  return inOrder(rows, limit)
}

/** A time in microseconds, in UTC, such as 2026-12-01T06:00:00.000000Z. */
const Microseconds = z
  .string()
  .regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  .refine((time) => Number.isFinite(Date.parse(time)))

/** A place in an order by time, then by record. */
const Place = z.object({ at: Microseconds, id: z.uuid() })

export type Place = z.infer<typeof Place>

const FeedCursor = z.object({
  /** The database that its reader's records are of, and the feed. */
  of: z.string(),
  /** The last change of the workspace that its reader's records can be of: they are as they were when they were read. */
  seen: Microseconds,
  /** While all records are walked: the id of the last one; zeros before the first. Left out once changes are. */
  walked: z.uuid().optional(),
  /** The last change that was written. */
  written: Place,
  /** The last start or end of an agreed price. */
  timed: Place,
})

/** Where a reader of the feed is. Readers get it as a text without meaning. */
type FeedCursor = z.infer<typeof FeedCursor>

/** The same, without what it belongs to. */
export type FeedPlace = Omit<FeedCursor, 'of' | 'seen'>

/** Throws InvalidInput for a text that is no cursor. */
function decodeCursor(text: string): FeedCursor {
  try {
    return FeedCursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalidField('cursor', 'Must be a `nextCursor` of this feed, or `start`.')
  }
}

/** The place just before that one. */
export function placeBefore({ at, id }: Place): Place {
  const before = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return { at, id: before.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }
}

/** Before all records of a time, and behind them. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

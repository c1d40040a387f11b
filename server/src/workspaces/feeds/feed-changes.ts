import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { FeedKind } from '../activity/record-changes.ts'
import type { Place } from './feed-cursor.ts'

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

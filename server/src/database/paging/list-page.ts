import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { ListCursors, SPACING, readPage } from './list.ts'
import type { Cursor, List, Page, Window } from './list.ts'

/**
 * A page reads the next larger of these numbers of rows, and cuts the rest. The limit is a literal, not a parameter, so
 * Postgres can plan for it. Three limits keep the number of prepared statements small.
 */
const ROWS_READ = [1, 10, 50]
const MAX_ROWS_READ = Math.max(...ROWS_READ)

/** The number of rows to read for a page of this size. */
export function rowsToRead(limit: number): number {
  return ROWS_READ.find((rows) => rows >= limit)!
}

/** Rows that one statement counts on the way to a far page. */
const COUNTED_ROWS = 5_000

/**
 * A page of a list, by keyset pagination: the offset becomes a cursor, and the index scan starts at the cursor. If no
 * cursor is near, statements count to the offset.
 */
export async function listPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  { limit, offset }: Window,
): Promise<Page<Column, Facts>> {
  const cursors = new ListCursors(context, list.name)
  let { rows: before, cursor } = cursors.before(offset)
  while (offset - before >= SPACING) {
    const counted = Math.min(offset - before, COUNTED_ROWS)
    cursor = await cursorBehind(context, list, { cursor, counted })
    // The list is too short.
    if (!cursor) return { rows: [], facts: null }
    before += counted
    cursors.keep(before, cursor)
  }
  const skipped = offset - before
  const inOrder = sql`${list.select(sql`p.*`, behind(list, cursor))} ${orderBy(list)}`
  // The planner does not know the offset, and would assume a tenth of the list.
  const near = sql`select * from (${inOrder} limit ${sql.lit(SPACING + MAX_ROWS_READ)}) near offset ${skipped}`
  const query = { rows: sql`${skipped > 0 ? near : inOrder} limit ${sql.lit(rowsToRead(limit))}` }
  const { rows: read, facts } = await readPage(context, list, query)
  const rows = read.slice(0, limit)
  cursors.storePage(offset, rows.length, (i) => list.order.cursorOf(rows[i]!))
  return { rows, facts }
}

/** The cursor of a row so many rows behind another one; null if the list is too short. */
async function cursorBehind(
  { db }: WorkspaceContext,
  list: List<any, any>,
  { cursor, counted }: { cursor: Cursor | null; counted: number },
): Promise<Cursor | null> {
  const { key, id } = list.order
  const ctes = list.ctes.length > 0 ? sql`with ${sql.join(list.ctes)}` : sql``
  const { rows } = await sql<Cursor>`
    ${ctes} select counted.key::text, counted.id from (
      ${list.select(sql`${key} as key, ${id} as id`, behind(list, cursor))}
      ${orderBy(list)} limit 1 offset ${counted - 1}) counted`.execute(db)
  return rows[0] ?? null
}

function behind({ order }: List<any, any>, cursor: Cursor | null): RawBuilder<boolean> {
  if (!cursor) return sql`true`
  // As a text, since a time in JavaScript has no microseconds.
  return sql`(${order.key}, ${order.id}) > (${cursor.key}::text::${sql.raw(order.type)}, ${cursor.id}::uuid)`
}

function orderBy({ order }: List<any, any>): RawBuilder<unknown> {
  return sql`order by ${order.key}, ${order.id}`
}

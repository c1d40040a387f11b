import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor, WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { SPACING } from './keyset-cursors.ts'
import type { Start } from './keyset-cursors.ts'
import type { List, Page, Window } from './list.ts'
import { loadPage } from './load-page.ts'

/**
 * As many rows are read as the next of these, and the rest left out. A limit that a statement names itself, and not as a
 * parameter, is one that Postgres can plan for; three of them keep the statements few.
 */
const ROWS_READ = [1, 10, 50]
const MAX_ROWS_READ = Math.max(...ROWS_READ)

/** The rows to read for a page of that many. */
export function rowsToRead(limit: number): number {
  return ROWS_READ.find((rows) => rows >= limit)!
}

/** A page of a list. Its offset becomes a keyset cursor, behind which the index of the order is entered. */
export async function listPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  { limit, offset }: Window,
): Promise<Page<Column, Facts>> {
  const start = await startOf(context, list, offset)
  if (start === undefined) return { rows: [], facts: null }
  const { rows: read, facts } = await readFrom(context, list, start, limit)
  const rows = read.slice(0, limit)
  context.cursors?.keepPage(list.name, offset, rows.length, (i) => list.order.cursorOf(rows[i]!))
  return { rows, facts }
}

/** The rows behind a cursor, of which a few are skipped on the way. */
function readFrom<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  { cursor, skipped }: Start,
  limit: number,
) {
  const rows = rowsToRead(limit)
  const [isBehind, skips] = [cursor !== null, skipped > 0]
  const query = () => {
    const inOrder = sql`${list.select(sql`p.*`, isBehind ? behind(list) : sql`true`)} ${orderBy(list)}`
    // The planner knows no offset, and would take it for a tenth of the list.
    const near = sql`select * from (${inOrder} limit ${sql.lit(SPACING + MAX_ROWS_READ)}) near offset asked.skipped`
    return { columns: cursorColumns(list), rows: sql`${skips ? near : inOrder} limit ${sql.lit(rows)}` }
  }
  const batchKey = JSON.stringify({ rows, isBehind, skips })
  return loadPage<Column, Facts, null>(context, list, { batchKey, query, values: { ...cursor, skipped } })
}

/** From the nearest cursor, where that is near; undefined where the list is shorter than the offset. */
async function startOf(
  { db, cursors }: WorkspaceContext,
  list: List<any, any>,
  offset: number,
): Promise<Start | undefined> {
  const known = cursors?.before(list.name, offset) ?? { rows: 0, cursor: null }
  const skipped = offset - known.rows
  if (skipped < SPACING) return { cursor: known.cursor, skipped }
  const { key, id } = list.order
  const asked = rowset(
    [{ ...known.cursor, ...list.asked.values, skipped: skipped - 1 }],
    [list.asked.columns, cursorColumns(list)].filter(Boolean).join(', '),
    'asked',
  )
  const ctes = list.ctes.length > 0 ? sql`with ${sql.join(list.ctes)}` : sql``
  const { rows } = await sql<Cursor>`
    select counted.key::text, counted.id from ${asked} cross join lateral (
      ${ctes} ${list.select(sql`${key} as key, ${id} as id`, known.cursor ? behind(list) : sql`true`)}
      ${orderBy(list)} limit 1 offset asked.skipped) counted`.execute(db)
  const [cursor] = rows
  if (!cursor) return undefined
  cursors?.keep(list.name, offset, cursor)
  return { cursor, skipped: 0 }
}

function cursorColumns({ order }: List<any, any>): string {
  return `key ${order.type}, id uuid, skipped bigint`
}

function behind({ order }: List<any, any>): RawBuilder<boolean> {
  return sql`(${order.key}, ${order.id}) > (asked.key, asked.id)`
}

function orderBy({ order }: List<any, any>): RawBuilder<unknown> {
  return sql`order by ${order.key}, ${order.id}`
}

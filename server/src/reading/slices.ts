import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'

/**
 * Rows of one slice. Reading 2,500 products, with a condition on each, takes the embedded database 10 to 25 ms: nobody
 * else is served meanwhile.
 */
export const SLICE_ROWS = 2_500

/**
 * The rows to read: those of a table that pass the condition, in the order of an index that begins with the workspace.
 */
export type Walk = {
  table: string
  /** Only what the index itself tells, such as its leading columns; else a slice may read many rows to find its own. */
  where?: RawBuilder<unknown>
  /** The remaining columns of the index, unique together, with their types. */
  by: Record<string, 'text' | 'uuid' | 'timestamptz' | 'integer'>
  /** Whether the index is read from its end. Its columns all have one direction. */
  descending?: boolean
  /** The key, as texts, behind which to begin. */
  after?: readonly string[] | undefined
}

/**
 * Reads any number of rows in slices, by keyset: relations to select from, each of a bounded number of rows and with
 * all columns of the table. A caller runs a statement for each slice, and in between others get the connection. So no
 * statement takes long, however large the workspace is. `rows` are those of each slice, or of the first ones. Call it within `atOneState`, or in a snapshot.
 */
export async function* slices(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  { table, where = sql`true`, by, descending = false, after: first }: Walk,
  rows: number | readonly number[] = SLICE_ROWS,
): AsyncGenerator<RawBuilder<unknown>> {
  const columns = Object.entries(by)
  const key = sql.join(columns.map(([column]) => sql.ref(column)))
  // As texts, since a time in JavaScript has no microseconds.
  const texts = columns.map(([column]) => sql`${sql.ref(column)}::text as ${sql.ref(`${column}_text`)}`)
  const [isBehind, direction] = descending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const order = sql.join(columns.map(([column]) => sql`${sql.ref(column)} ${direction}`))
  const typed = (texts: readonly string[]) => columns.map(([, type], i) => sql`${texts[i]}::text::${sql.raw(type)}`)
  for (let [after, slice] = [first, 0]; ; slice++) {
    const size = typeof rows === 'number' ? rows : rows[Math.min(slice, rows.length - 1)]!
    const behind: RawBuilder<unknown> = after ? sql`(${key}) ${isBehind} (${sql.join(typed(after))})` : sql`true`
    const inOrder = sql`from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${where} and ${behind} order by ${order}`
    const { rows: ends } = await sql<Record<string, string>>`
      select ${sql.join(texts)} ${inOrder} limit 1 offset ${sql.lit(size - 1)}`.execute(db)
    yield sql`(select * ${inOrder} limit ${sql.lit(size)})`
    const [end] = ends
    if (!end) return
    after = columns.map(([column]) => end[`${column}_text`]!)
  }
}

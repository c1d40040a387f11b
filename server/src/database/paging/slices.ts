import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'

/** Rows of one slice, which are in memory together. */
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
}

/**
 * Reads any number of rows in slices, by keyset: relations to select from, each of a bounded number of rows and with
 * all columns of the table. A caller runs a statement for each slice: memory is bounded, and no statement takes long,
 * however large the workspace is. Call it within `atOneState`, or in a snapshot.
 */
export async function* slices(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  { table, where = sql`true`, by }: Walk,
  rows = SLICE_ROWS,
): AsyncGenerator<RawBuilder<unknown>> {
  const columns = Object.entries(by)
  const key = sql.join(columns.map(([column]) => sql.ref(column)))
  // As texts, since a time in JavaScript has no microseconds.
  const texts = columns.map(([column]) => sql`${sql.ref(column)}::text as ${sql.ref(`${column}_text`)}`)
  for (let after: RawBuilder<unknown>[] | undefined; ;) {
    const behind: RawBuilder<unknown> = after ? sql`(${key}) > (${sql.join(after)})` : sql`true`
    const inOrder = sql`from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${where} and ${behind} order by ${key}`
    const { rows: ends } = await sql<Record<string, string>>`
      select ${sql.join(texts)} ${inOrder} limit 1 offset ${sql.lit(rows - 1)}`.execute(db)
    yield sql`(select * ${inOrder} limit ${sql.lit(rows)})`
    const [end] = ends
    if (!end) return
    after = columns.map(([column, type]) => sql`${end[`${column}_text`]}::text::${sql.raw(type)}`)
  }
}

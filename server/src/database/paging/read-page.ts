import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { List, Page } from './list.ts'
import { pack, unpack } from './packed-rows.ts'
import type { Packed } from './packed-rows.ts'

/** The query of a page. All parts can refer to the CTEs of the list. */
export type PageQuery = {
  ctes?: RawBuilder<unknown>[]
  /** The rows of the page, whole and in order. */
  rows: RawBuilder<unknown>
  /** Scalar JSON, sent once per page, also if the page is empty. */
  scalar?: RawBuilder<unknown>
}

/** Reads a page by one statement, as one row: the packed columns of the list, its facts, and the scalar. */
export async function readPage<Column extends string, Facts, Scalar = unknown>(
  { db }: WorkspaceContext,
  list: List<Column, Facts>,
  { ctes = [], rows, scalar }: PageQuery,
): Promise<Page<Column, Facts> & { scalar: Scalar }> {
  const page = sql`page as (${list.shown ? list.shown(rows) : rows})`
  const { rows: found } = await sql<Packed<Column> & { facts: Facts | null; scalar: Scalar }>`
    with ${sql.join([...list.ctes, ...ctes, page])}
    select packed.*, (${list.facts ?? sql`null::json`}) as facts, (${scalar ?? sql`null::json`}) as scalar
    from (select ${pack(list.columns)} from page p) packed`.execute(db)
  const [row] = found
  return { rows: unpack(list.columns, row!), facts: row!.facts, scalar: row!.scalar }
}

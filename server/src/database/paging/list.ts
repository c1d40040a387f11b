import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Cursor } from './keyset-cursors.ts'
import { pack, unpack } from './packed-rows.ts'
import type { Packed, PackedColumns, Unpacked } from './packed-rows.ts'

/** The description of a list: its rows, its order, and the columns to read. */
export type List<Column extends string, Facts> = {
  /** The name of the list, unique in the workspace. Cursors are stored by it. */
  name: string
  /** Selects from the rows of the list, `p`, that pass the condition; see `Select`. */
  select: Select
  order: Order<Column>
  columns: PackedColumns<Column>
  /** The rows of a page with other values in some columns; without it, they stay as they are. */
  shown?: ((rows: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined
  /** CTEs that `select` and `facts` refer to. */
  ctes: RawBuilder<unknown>[]
  /** Scalar JSON, read once per page. It can refer to the rows of the page as `page`. */
  facts?: RawBuilder<Facts> | undefined
}

/** `select <what> from … p where <filter> and <condition>`. */
export type Select = (what: RawBuilder<unknown>, condition: RawBuilder<boolean>) => RawBuilder<unknown>

/** A keyset order: by a key, then by the id. An index with this order must exist. */
export type Order<Column extends string> = {
  key: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** The SQL type of the key. */
  type: 'text' | 'timestamptz'
  cursorOf: (row: Unpacked<Column>) => Cursor
}

export type Page<Column extends string, Facts> = {
  rows: Unpacked<Column>[]
  /** Null if the list has none. */
  facts: Facts | null
}

/** The size of the page, and the number of rows before it. */
export type Window = { limit: number; offset: number }

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
  list: Omit<List<Column, Facts>, 'name' | 'order'>,
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

/** The rows of a list with these ids, in this order, by one index lookup each. What the list does not have is left out. */
export function pageOfIds<Column extends string, Facts>(
  context: WorkspaceContext,
  list: Omit<List<Column, Facts>, 'name' | 'order'>,
  ids: readonly string[],
): Promise<Page<Column, Facts>> {
  const row = list.select(sql`p.*`, sql`p.id = found.id::uuid`)
  const rows = sql`
    select p.* from json_array_elements_text(${JSON.stringify(ids)}::json) as found(id)
    cross join lateral (${row} limit 1) p`
  return readPage(context, list, { rows })
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

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

/** Separates values. Neither JSON nor any packed value contains this character. */
const SEPARATOR = '\x1f'

/** Columns to pack, each as an SQL expression. */
type PackedColumns<Column extends string> = Record<Column, RawBuilder<unknown>>
/** The result of a statement with packed columns. Null if there were no rows. */
export type Packed<Column extends string> = Record<Column, string | null>
/** A row with its values as Postgres texts. Null becomes the empty text. */
export type Unpacked<Column extends string> = Record<Column, string>

/**
 * A select list that packs all rows of a relation into one row, with one text for each column. The cost of a driver is
 * per value, and fifty rows of five columns become five values instead of 250. The order of the rows stays.
 *
 * Joining the columns of a row with `||` or `concat` would cost more than reading the rows.
 */
export function pack<Column extends string>(columns: PackedColumns<Column>): RawBuilder<unknown> {
  const packed = Object.entries<RawBuilder<unknown>>(columns).map(
    ([name, value]) => sql`string_agg(coalesce(${value}::text, ''), ${sql.lit(SEPARATOR)}) as ${sql.ref(name)}`,
  )
  return sql.join(packed)
}

export function unpack<Column extends string>(
  columns: PackedColumns<Column>,
  packed: Packed<Column>,
): Unpacked<Column>[] {
  const names = Object.keys(columns) as Column[]
  if (packed[names[0]!] === null) return []
  const values = names.map((name) => packed[name]!.split(SEPARATOR))
  return values[0]!.map((_, i) => {
    const row = {} as Unpacked<Column>
    for (const [j, name] of names.entries()) row[name] = values[j]![i]!
    return row
  })
}

/** The same as lists of values, one for each column: of very many rows, to make an object of each takes most time. */
export function unpackColumns<Column extends string>(packed: Packed<Column>): Record<Column, string[]> {
  const lists = Object.entries<string | null>(packed).map(([name, values]) => [name, values?.split(SEPARATOR) ?? []])
  return Object.fromEntries(lists)
}

/** JSON text that goes into a response unchanged. Nothing parses and serializes it again. */
export type RawJson = string

export function rawJsonList(entries: readonly RawJson[]): RawJson {
  return `[${entries.join(',')}]`
}

/** A keyset cursor: the sort key of a row in a list, then its id. The step comes first, where the list has steps. */
export type Cursor = { step?: number; key: string; id: string }

/** The distance of stored cursors, in rows. The end of each page has one too. */
export const SPACING = 100
/** Search for a cursor at most this many rows before an offset. */
const MAX_LOOKBACK = 100_000
/** Bytes of all cursors. */
const MAX_BYTES = 24 * 1_048_576

/** Of all lists. A cursor has two bytes for each character, and the overhead of strings and cache entry. */
const known = new LRUCache<string, Cursor>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ key, id }, name) => 200 + 2 * (key.length + id.length + name.length),
})

/**
 * Maps the offsets of a list to keyset cursors. So a far page needs no count from the start of the list, and a walk over
 * all pages is linear. A cursor belongs to one state of a workspace: after a write it is never used again.
 */
export class ListCursors {
  readonly #list: string | undefined

  /** `list` tells the list and its filter. Without a state, as in jobs, no cursor is kept. */
  constructor({ workspaceId, state }: Pick<WorkspaceContext, 'workspaceId' | 'state'>, list: string) {
    // A hash, so that a long filter from the caller makes no long key.
    this.#list = state === undefined ? undefined : hash('sha256', `${workspaceId} ${state} ${list}`, 'base64url')
  }

  /** The last known cursor up to an offset, and the number of rows up to it; null at the start of the list. */
  before(offset: number): { rows: number; cursor: Cursor | null } {
    const furthest = Math.max(0, offset - MAX_LOOKBACK)
    const exact = this.#at(offset)
    if (exact) return { rows: offset, cursor: exact }
    for (let rows = offset - (offset % SPACING); rows > furthest; rows -= SPACING) {
      const cursor = this.#at(rows)
      if (cursor) return { rows, cursor }
    }
    return { rows: 0, cursor: null }
  }

  /** Keeps the cursor of a row; `rows` is its position in the list, from 1. */
  keep(rows: number, cursor: Cursor): void {
    if (this.#list !== undefined) known.set(`${this.#list} ${rows}`, cursor)
  }

  /** Keeps a cursor for the last row of the page, and one for a multiple of SPACING. */
  storePage(offset: number, length: number, cursorOf: (i: number) => Cursor): void {
    const end = offset + length
    const mark = end - (end % SPACING)
    if (length > 0) this.keep(end, cursorOf(length - 1))
    if (mark > offset && mark < end) this.keep(mark, cursorOf(mark - offset - 1))
  }

  #at(rows: number): Cursor | undefined {
    return this.#list === undefined ? undefined : known.get(`${this.#list} ${rows}`)
  }
}

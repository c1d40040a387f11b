import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { audienceOf } from '../context.ts'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { Database } from '../database/tables.ts'
import type { List, Page } from './list.ts'
import { pack, unpack } from './packed-rows.ts'
import type { Packed } from './packed-rows.ts'
import { QueryBatcher } from './query-batcher.ts'

/** So many statements run at a time for a batch key, each for so many pages at most: no page waits for many others. */
const LIMITS = { concurrency: 2, batchSize: 8 }

/** How a page is found. All parts can refer to `asked` and to the CTEs of the list. */
export type PageQuery = {
  /** Columns of `asked` besides those of the list, with their types. */
  columns: string
  ctes?: RawBuilder<unknown>[]
  /** The rows of the page, whole and in order. */
  rows: RawBuilder<unknown>
  /** JSON that is told once a page, whatever was found. */
  told?: RawBuilder<unknown>
}

type AnyList = List<any, any>
export type FoundPage<Column extends string, Facts, Told = unknown> = Page<Column, Facts> & { told: Told }

type Shared = { context: WorkspaceContext; list: AnyList; query: () => PageQuery }
type FoundRow = Packed<string> & { place: number; facts: unknown; told: unknown }

const batchers = new WeakMap<Database, QueryBatcher<Shared, object, FoundPage<any, any, any>>>()

/**
 * Reads a page by one statement with others of its batch key that are asked for at the same time. Those wait for each
 * other, so their pages should cost alike. `values` are those of the query's columns, and the query follows from the key.
 */
export function loadPage<Column extends string, Facts, Told>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  { batchKey, query, values }: { batchKey: string; query: () => PageQuery; values: object },
): Promise<FoundPage<Column, Facts, Told>> {
  const { db } = context
  if (!batchers.has(db)) batchers.set(db, new QueryBatcher(readPages, LIMITS))
  const key = `${audienceOf(context)} ${list.batchKey} ${batchKey}`
  return batchers.get(db)!.load(key, { context, list, query }, { ...values, ...list.asked.values })
}

/** Reads a page by a statement of its own. */
export async function readPage<Column extends string, Facts, Told>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  { query, values }: { query: PageQuery; values: object },
): Promise<FoundPage<Column, Facts, Told>> {
  const [page] = await readPages({ context, list, query: () => query }, [{ ...values, ...list.asked.values }])
  return page!
}

async function readPages({ context, list, query }: Shared, asked: object[]): Promise<FoundPage<any, any, any>[]> {
  const { columns, ...page } = query()
  const rows = asked.map((values, place) => ({ place, ...values }))
  const relation = rowset(rows, `place integer, ${[list.asked.columns, columns].filter(Boolean).join(', ')}`, 'asked')
  const found = await sql<FoundRow>`
    select asked.place, page.* from ${relation} cross join lateral (${statementFor(list, page)}) page`.execute(
    context.db,
  )
  const pages = new Map(found.rows.map((row) => [row.place, row]))
  return asked.map((_, place) => {
    const row = pages.get(place)!
    return { rows: unpack(list.columns, row), facts: row.facts, told: row.told }
  })
}

/** One row with the packed columns of the list, its facts, and what is told. */
function statementFor(list: AnyList, { ctes = [], rows, told }: Omit<PageQuery, 'columns'>): RawBuilder<unknown> {
  const scalars = sql`(${list.facts ?? sql`null::json`}) as facts, (${told ?? sql`null::json`}) as told`
  const packed = pack(list.columns)
  if (list.facts === undefined && told === undefined) return sql`select ${packed}, ${scalars} from (${rows}) p`
  return sql`
    with ${sql.join([...list.ctes, ...ctes, sql`page as materialized (${rows})`])}
    select packed.*, ${scalars} from (select ${packed} from page p) packed`
}

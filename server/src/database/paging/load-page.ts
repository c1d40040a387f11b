import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { audienceOf } from '../../context.ts'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../rowset.ts'
import type { Database } from '../tables.ts'
import type { List, Page } from './list.ts'
import { pack, unpack } from './packed-rows.ts'
import type { Packed } from './packed-rows.ts'
import { QueryBatcher } from './query-batcher.ts'

/**
 * Limits for a batch key: concurrent statements, and pages in one statement. So no page waits for many others, and no
 * statement takes long.
 */
const LIMITS = { concurrency: 2, batchSize: 8 }

/** The query of a page. All parts can refer to `asked` and to the CTEs of the list. */
export type PageQuery = {
  /** Columns of `asked` besides those of the list, with their types. */
  columns: string
  ctes?: RawBuilder<unknown>[]
  /** The rows of the page, whole and in order. */
  rows: RawBuilder<unknown>
  /** Scalar JSON, sent once per page, also if the page is empty. */
  scalar?: RawBuilder<unknown>
}

type AnyList = List<any, any>
export type FoundPage<Column extends string, Facts, Scalar = unknown> = Page<Column, Facts> & { scalar: Scalar }

type Shared = { context: WorkspaceContext; list: AnyList; query: () => PageQuery }
type FoundRow = Packed<string> & { place: number; facts: unknown; scalar: unknown }

const batchers = new WeakMap<Database, QueryBatcher<Shared, object, FoundPage<any, any, any>>>()

/**
 * Reads a page in a batch: concurrent calls with the same batch key share a statement. They wait for each other, so
 * their pages should have similar cost. `values` belong to the columns of the query. The query depends only on the
 * batch key. `cost` is in pages of a plain list: fewer expensive pages share a statement.
 */
export function loadPage<Column extends string, Facts, Scalar>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  { batchKey, query, values, cost = 1 }: { batchKey: string; query: () => PageQuery; values: object; cost?: number },
): Promise<FoundPage<Column, Facts, Scalar>> {
  const { db } = context
  if (!batchers.has(db)) batchers.set(db, new QueryBatcher(readPages, LIMITS))
  const batchSize = Math.max(1, Math.floor(LIMITS.batchSize / cost))
  const key = `${audienceOf(context)} ${list.batchKey} ${batchKey} ${batchSize}`
  return batchers.get(db)!.load(key, { context, list, query }, { ...values, ...list.asked.values }, batchSize)
}

/** Reads a page with a separate statement. */
export async function readPage<Column extends string, Facts, Scalar>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  { query, values }: { query: PageQuery; values: object },
): Promise<FoundPage<Column, Facts, Scalar>> {
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
    return { rows: unpack(list.columns, row), facts: row.facts, scalar: row.scalar }
  })
}

/** One row: the packed columns of the list, its facts, and the scalar. */
function statementFor(list: AnyList, { ctes = [], scalar, ...page }: Omit<PageQuery, 'columns'>): RawBuilder<unknown> {
  const rows = list.shown ? list.shown(page.rows) : page.rows
  const scalarColumns = sql`(${list.facts ?? sql`null::json`}) as facts, (${scalar ?? sql`null::json`}) as scalar`
  const packed = pack(list.columns)
  if (list.facts === undefined && scalar === undefined) return sql`select ${packed}, ${scalarColumns} from (${rows}) p`
  return sql`
    with ${sql.join([...list.ctes, ...ctes, sql`page as materialized (${rows})`])}
    select packed.*, ${scalarColumns} from (select ${packed} from page p) packed`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { AVAILABILITY } from '../database/column-values.ts'
import type { Availability } from '../database/column-values.ts'
import { askedIds } from '../database/rowset.ts'
import { StateCache, orderCache, OrderByNumber, pack, slices, unpack } from '../database/paging/index.ts'
import type { IdOrder, Packed, Walk } from '../database/paging/index.ts'
import { ownDraftPrice } from '../pricing/price-changes/price-change-drafts.ts'
import { isPossible, listProducts, conditionsOf } from './list-products.ts'
import type { ProductFilter } from './list-products.ts'
import { indexEntriesInSlices, inOneSlice, isToldByIndex, walkByName } from './products-in-slices.ts'
import { shownImages } from './shown-images.ts'
import type { Grouping } from './groups/brands-and-categories.ts'
import { matchesSearch } from './search/search-tiers.ts'

type Row = {
  id: string
  sku: string
  name: string
  brand: string | null
  category: string | null
  unitLabel: string
  /** Minor units. */
  listPrice: number | null
  /** In the person's own draft; null for none. */
  draftedPrice: number | null
  minOrderQty: number
  orderMultiple: number
  availability: Availability
  active: boolean
  visibility: 'all' | 'selected'
  updatedAt: string
}

/** The columns that the list is sorted by, as expressions of the products `p` and their groups. */
const SORT_KEYS = {
  name: sql`p.name`,
  brand: sql`brand.name`,
  category: sql`category.name`,
  listPrice: sql`p.list_price`,
  availability: sql`p.availability`,
  active: sql`p.active`,
} as const

/** Cached counts, of all workspaces together. */
const MAX_COUNTS = 5_000

/**
 * A page of the products that match the filter. Without `sort`, a search comes by relevance and all else by name. Rows
 * without a value come last, in both directions.
 */
export async function listStaffProducts(
  context: WorkspaceContext,
  {
    sort,
    direction,
    limit,
    offset,
    ...filter
  }: StaffFilter & { sort?: ProductSort | undefined; direction: SortDirection; limit: number; offset: number },
) {
  if (!isPossible(filter)) return []
  if (sort === undefined && filter.q !== undefined) {
    const found = await listProducts(context, { ...filter, limit, offset })
    const ids = found.map((product) => (JSON.parse(product) as { id: string }).id)
    return withImages(context, await readRows(context, sql`select id from ${askedIds(ids)}`))
  }
  const window = { sort: sort ?? 'name', direction, limit, offset }
  return withImages(context, await sortedRows(context, filter, window))
}

const counts = new StateCache<number>({ max: MAX_COUNTS })

export async function countProducts(context: WorkspaceContext, filter: StaffFilter): Promise<number> {
  if (!isPossible(filter)) return 0
  return counts.read(context, JSON.stringify(filter), () => countInSlices(context, filter))
}

async function countInSlices(context: WorkspaceContext, filter: StaffFilter): Promise<number> {
  let count = 0
  for await (const slice of indexEntriesInSlices(context, filter)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${slice} p where ${matching(context.workspaceId, filter)}`.execute(context.db)
    count += Number(rows[0]!.count)
  }
  return count
}

/** With the path of the small image of each. */
async function withImages(context: WorkspaceContext, rows: Row[]) {
  const ids = rows.map(({ id }) => id)
  const images = await shownImages(context, ids)
  return rows.map((row) => ({ ...row, image: images.get(row.id)?.small ?? null }))
}

type Window = { sort: ProductSort; direction: SortDirection; limit: number; offset: number }

/** A page of a large catalogue comes from an index that has its order, or else from a cached order. */
async function sortedRows(context: WorkspaceContext, filter: StaffFilter, window: Window): Promise<Row[]> {
  const product = hasIndex(filter, window.sort) ? sql`product` : await inOneSlice(context, filter)
  if (product) return readRows(context, idsOfPage(context.workspaceId, filter, window, product))
  const order = await staffOrder(context, filter, window)
  const ids = order.page(window.offset, window.limit)
  return readRows(context, sql`select id from ${askedIds(ids)}`)
}

/** True if an index has the order of the column, and tells which products match. */
function hasIndex(filter: StaffFilter, sort: ProductSort): boolean {
  if (sort === 'name') return isToldByIndex(filter)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return !isFiltered && ['sku', 'changed', 'availability'].includes(sort)
}

function idsOfPage(
  workspaceId: string,
  filter: StaffFilter,
  window: Window,
  product: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { sort, direction, limit, offset } = window
  const matches = matching(workspaceId, filter)
  const way = sql.raw(direction)
  const page = sql`limit ${limit} offset ${offset}`
  if (sort === 'sku') return bySku(workspaceId, sql`${product} p where ${matches}`, { way, page })
  if (sort === 'changed') {
    const isFiltered = Object.values(filter).some((value) => value !== undefined)
    return isFiltered
      ? sql`select p.id from ${product} p join product_change c on c.workspace_id = ${workspaceId} and c.product_id = p.id
          where ${matches} order by c.changed_at ${way}, p.id ${way} ${page}`
      : sql`select c.product_id as id from product_change c where c.workspace_id = ${workspaceId}
          order by c.changed_at ${way}, c.product_id ${way} ${page}`
  }
  const last = ['brand', 'category', 'listPrice'].includes(sort) ? sql`nulls last` : sql``
  const first = sort === 'name' ? sql`` : sql`${SORT_KEYS[sort]} ${way} ${last},`
  return sql`
    select p.id from ${product} p ${joinFor(workspaceId, sort)} where ${matches}
    order by ${first} p.name ${way}, p.id ${way} ${page}`
}

type OrderOfPage = { way: RawBuilder<unknown>; page: RawBuilder<unknown> }

/** Skips what is before the page in the index of SKUs alone, where no filter has to read the products. */
function bySku(workspaceId: string, matching: RawBuilder<unknown>, { way, page }: OrderOfPage) {
  return sql`
    select named.id from (select p.sku_key from ${matching} order by p.sku_key ${way} ${page}) found
    join product named on named.workspace_id = ${workspaceId} and named.sku_key = found.sku_key
    order by found.sku_key ${way}`
}

function joinFor(workspaceId: string, sort: ProductSort): RawBuilder<unknown> {
  switch (sort) {
    case 'brand':
    case 'category':
      return sql`left join ${sql.table(sort)} on ${sql.ref(`${sort}.workspace_id`)} = ${workspaceId}
        and ${sql.ref(`${sort}.id`)} = ${sql.ref(`p.${sort}_id`)}`
    default:
      return sql``
  }
}

/** The products with the ids of a query, in its order. */
async function readRows(context: WorkspaceContext, ids: RawBuilder<unknown>): Promise<Row[]> {
  const { db, workspaceId } = context
  const { rows } = await sql<Omit<Row, 'updatedAt'> & { updatedAt: Date }>`
    select p.id, p.sku, p.name, p.unit_label as "unitLabel", p.list_price as "listPrice", ${ownDraftPrice(context, sql`p.id`)} as "draftedPrice", p.availability, p.active,
      p.min_order_qty as "minOrderQty",
      p.order_multiple as "orderMultiple", p.visibility, p.updated_at as "updatedAt",
      (select name from brand where workspace_id = ${workspaceId} and id = p.brand_id) as brand,
      (select name from category where workspace_id = ${workspaceId} and id = p.category_id) as category
    from (select found.id, row_number() over () as place from (${ids}) found) page
    cross join lateral (
      select * from product where workspace_id = ${workspaceId} and id = page.id limit 1) p
    order by page.place`.execute(db)
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }))
}

export const PRODUCT_SORTS = [
  'sku',
  'name',
  'brand',
  'category',
  'listPrice',
  'availability',
  'active',
  'changed',
] as const
type ProductSort = (typeof PRODUCT_SORTS)[number]
type SortDirection = 'asc' | 'desc'

const orders = orderCache()

/**
 * The order of all products that match, by a column and then by name. Rows without a value come last. It is found in
 * slices that have the order of an index, put in order by the column, and cached by the state of the workspace.
 */
function staffOrder(
  context: WorkspaceContext,
  filter: StaffFilter,
  { sort, direction }: { sort: ProductSort; direction: SortDirection },
): Promise<IdOrder> {
  return orders.read(context, JSON.stringify([filter, sort, direction]), async () => {
    const numberOf = await numbering(context, sort)
    const order = new OrderByNumber()
    for await (const { id, value } of inOrder(context, filter, sort)) order.add(id, numberOf(value))
    return order.order({ descending: direction === 'desc', ties: direction === 'desc' ? 'reversed' : 'kept' })
  })
}

/** The value of each column that no walk has the order of. */
const VALUES: Partial<Record<ProductSort, RawBuilder<unknown>>> = {
  brand: sql`p.brand_id`,
  category: sql`p.category_id`,
  listPrice: sql`p.list_price`,
  availability: sql`p.availability`,
  active: sql`p.active::integer`,
}

async function* inOrder(context: WorkspaceContext, filter: StaffFilter, sort: ProductSort) {
  const { db, workspaceId } = context
  const byTime = sort === 'changed'
  const columns = { id: sql`replace(p.id::text, '-', '')`, value: VALUES[sort] ?? sql`0` }
  for await (const slice of slices(context, walkOf(filter, sort))) {
    const products = byTime
      ? sql`${slice} c cross join lateral (
          select * from product where workspace_id = ${workspaceId} and id = c.product_id limit 1) p`
      : sql`${slice} p`
    const { rows } = await sql<Packed<'id' | 'value'>>`
      select ${pack(columns)} from ${products} where ${matching(workspaceId, filter)}`.execute(db)
    yield* unpack<'id' | 'value'>(columns, rows[0]!)
  }
}

function walkOf(filter: StaffFilter, sort: ProductSort): Walk {
  if (sort === 'sku') return { table: 'product', by: { sku_key: 'text' } }
  return sort === 'changed'
    ? { table: 'product_change', by: { changed_at: 'timestamptz', product_id: 'uuid' } }
    : walkByName(filter)
}

/** How values are compared: by a number for each, or null for none. */
async function numbering(context: WorkspaceContext, sort: ProductSort): Promise<(value: string) => number | null> {
  if (sort === 'brand' || sort === 'category') {
    const places = await placesOf(context, sort)
    return (id) => places.get(id) ?? null
  }
  if (sort === 'availability') {
    const inOrder = AVAILABILITY.toSorted()
    return (availability) => inOrder.indexOf(availability as (typeof AVAILABILITY)[number])
  }
  return (value) => (value === '' ? null : Number(value))
}

/** The place of each brand or category in the order of names. */
async function placesOf({ db, workspaceId }: WorkspaceContext, grouping: Grouping): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(grouping)
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id }, place) => [id, place]))
}

export type StaffFilter = Omit<ProductFilter, 'customer' | 'updatedSince'>

/** SQL: true for a product, `p`, of the workspace that matches the filter. */
export function matching(workspaceId: string, { q, ...filter }: StaffFilter): RawBuilder<boolean> {
  const conditions = [sql`p.workspace_id = ${workspaceId}`, ...conditionsOf(workspaceId, filter)]
  if (q !== undefined) conditions.push(matchesSearch(workspaceId, q))
  return sql`${sql.join(conditions, sql` and `)}`
}

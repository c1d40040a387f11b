import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { walkByName } from '../../catalogue/products-in-slices.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { Availability } from '../../database/column-values.ts'
import { IdOrder, pack, slices, StateCache, stateOfProducts, unpack } from '../../database/paging/index.ts'
import type { Packed } from '../../database/paging/index.ts'
import type { CustomerContext } from '../buyer-context.ts'

/** Products of all workspaces together that are kept. A product takes about 80 bytes. */
const MAX_KEPT = 400_000
/** What a workspace without products takes, in products. */
const ENTRY_PRODUCTS = 10

/**
 * All active products of a workspace, by name. Each array has an entry for each product: so many small objects would
 * take twice the memory.
 */
export type SellableProducts = {
  /** Without dashes. */
  ids: IdOrder
  /** Ids; empty for none. */
  brands: string[]
  categories: string[]
  availabilities: Availability[]
  /** Minor units. */
  listPrices: (number | null)[]
  /** Seconds. */
  createdAt: number[]
  /** Whether all customers see it. */
  isForAll: boolean[]
}

const kept = new StateCache<SellableProducts>({
  max: MAX_KEPT,
  sizeOf: ({ ids }) => ENTRY_PRODUCTS + ids.total,
  state: stateOfProducts,
  queued: true,
})

/** They are read in slices, and kept until a product is written. */
export function sellableProducts(context: WorkspaceContext): Promise<SellableProducts> {
  return kept.read(context, 'sellable products', () => readProducts(context))
}

const COLUMNS = {
  id: sql`replace(p.id::text, '-', '')`,
  brand: sql`p.brand_id`,
  category: sql`p.category_id`,
  availability: sql`p.availability`,
  listPrice: sql`p.list_price`,
  createdAt: sql`extract(epoch from p.created_at)::bigint`,
  visibility: sql`p.visibility`,
}
type Column = keyof typeof COLUMNS

async function readProducts(context: WorkspaceContext): Promise<SellableProducts> {
  const { brands, categories, availabilities, listPrices, createdAt, isForAll }: Omit<SellableProducts, 'ids'> = {
    brands: [],
    categories: [],
    availabilities: [],
    listPrices: [],
    createdAt: [],
    isForAll: [],
  }
  const ids: string[] = []
  // Each text once: what `unpack` gives would keep the whole slice in memory.
  const texts = new Map<string, string>()
  const once = (text: string) => texts.getOrInsertComputed(text, () => Buffer.from(text).toString())
  for await (const slice of slices(context, walkByName({}))) {
    const { rows } = await sql<Packed<Column>>`select ${pack(COLUMNS)} from ${slice} p
      where p.active`.execute(context.db)
    for (const product of unpack<Column>(COLUMNS, rows[0]!)) {
      ids.push(product.id)
      brands.push(once(product.brand))
      categories.push(once(product.category))
      availabilities.push(once(product.availability) as Availability)
      listPrices.push(product.listPrice === '' ? null : Number(product.listPrice))
      createdAt.push(Number(product.createdAt))
      isForAll.push(product.visibility === 'all')
    }
  }
  return { ids: new IdOrder(ids.join('')), brands, categories, availabilities, listPrices, createdAt, isForAll }
}

const ID = { id: sql`replace(product_id::text, '-', '')` }

/** Tells of the place of a product whether the customer sees it. */
export async function seenBy(
  context: CustomerContext,
  { ids, isForAll }: SellableProducts,
): Promise<(place: number) => boolean> {
  if (!isForAll.includes(false)) return () => true
  const own = new Set<string>()
  const where = sql`customer_id = ${context.customerId}`
  for await (const slice of slices(context, { table: 'product_access', where, by: { product_id: 'uuid' } })) {
    const { rows } = await sql<Packed<'id'>>`select ${pack(ID)} from ${slice} a`.execute(context.db)
    for (const { id } of unpack<'id'>(ID, rows[0]!)) own.add(id)
  }
  return (place) => isForAll[place]! || own.has(ids.at(place))
}

/** Of the newest orders that have the product, so many are looked at, with so many lines each. */
const [ORDERS, LINES] = [100, 50]

/** What fewer other customers buy together would tell a customer what another one orders. */
const CUSTOMERS = 3

/** How many products are looked for, of which some may be hidden from the customer. */
const CANDIDATES = 30

/**
 * Ids of products that are ordered together with this one: by the customer, or by several others; those that are
 * together most often first. Some may be hidden from the customer.
 */
export async function boughtTogether(
  { db, workspaceId, customerId }: CustomerContext,
  { id }: { id: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select together.product_id as id from (
      select order_id from sales_order_line
      where workspace_id = ${workspaceId} and product_id = ${id}
      order by order_id desc limit ${sql.lit(ORDERS)}) found
    cross join lateral (
      select id, customer_id from sales_order
      where workspace_id = ${workspaceId} and status <> 'cancelled' and id = found.order_id limit 1) o
    cross join lateral (
      select product_id from sales_order_line l
      where l.workspace_id = ${workspaceId} and l.order_id = found.order_id and l.product_id <> ${id}
      order by l.position limit ${sql.lit(LINES)}) together
    group by together.product_id
    having bool_or(o.customer_id = ${customerId}) or count(distinct o.customer_id) >= ${sql.lit(CUSTOMERS)}
    order by count(distinct o.id) filter (where o.customer_id = ${customerId}) desc, count(distinct o.id) desc,
      together.product_id
    limit ${sql.lit(CANDIDATES)}`.execute(db)
  return rows.map((row) => row.id)
}

/** Ids of products of the same category: the next ones by name, then the first ones. Some may be hidden. */
export async function ofSameCategory(
  { db, workspaceId }: CustomerContext,
  { id, name, categoryId }: { id: string; name: string; categoryId: string | null },
): Promise<string[]> {
  if (categoryId === null) return []
  // Only the index of the category has this order, and begins in the middle of it.
  const inOrder = (condition: RawBuilder<unknown>) => sql`(
    select id from product where workspace_id = ${workspaceId} and ${condition}
    order by category_id, name, id limit ${sql.lit(CANDIDATES)})`
  const [key, here] = [sql`(category_id, name, id)`, sql`(${categoryId}::uuid, ${name}, ${id}::uuid)`]
  const { rows } = await sql<{ id: string }>`
    ${inOrder(sql`${key} > ${here} and category_id <= ${categoryId}`)}
    union all ${inOrder(sql`${key} < ${here} and category_id >= ${categoryId}`)}`.execute(db)
  return rows.map((row) => row.id)
}

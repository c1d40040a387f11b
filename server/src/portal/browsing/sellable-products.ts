import { sql } from 'kysely'
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
    const { rows } = await sql<Packed<Column>>`select ${pack(COLUMNS)} from ${slice} p where p.active`.execute(
      context.db,
    )
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

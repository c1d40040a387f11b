import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import type { Availability } from '../database/tables.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import type { Grouping } from './brands-and-categories.ts'
import { selectProducts, shapeProduct, visibleTo } from './product-rows.ts'
import type { Product, ProductQuery } from './product-rows.ts'
import { searchTiers } from './search-tiers.ts'
import type { Tier } from './search-tiers.ts'

export type ProductFilter = {
  q?: string | undefined
  /** Ids. */
  brand?: string | undefined
  category?: string | undefined
  availability?: Availability | undefined
  active?: boolean | undefined
  /** Id or account code: prices for this customer, of what this customer can see. */
  customer?: string | undefined
}

/** A page of the products that pass the filter: by name, or with `q` best match first. Throws NotFound for an id. */
export async function listProducts(
  context: WorkspaceContext,
  input: ProductFilter & { limit: number; offset: number },
): Promise<Product[]> {
  const customerId = input.customer === undefined ? null : (await findCustomer(context, input.customer)).id
  await requireGroup(context, 'brand', input.brand)
  await requireGroup(context, 'category', input.category)

  const products = filtered(selectProducts(context, customerId), context, input, customerId)
  const tiers = input.q === undefined ? [everything] : searchTiers(input.q)
  const rows = await page(tiers, products, input)
  const at = context.clock()
  return rows.map((row) => shapeProduct(row, { customerId, qty: 1, at }))
}

const everything: Tier = { matches: sql`true`, order: (query) => query.orderBy('p.name').orderBy('p.id') }

/**
 * Reads a page across the tiers, in their order. Each tier leaves out what an earlier one showed, and one is only
 * asked when the page still has room.
 */
async function page(tiers: Tier[], products: ProductQuery, { limit, offset }: { limit: number; offset: number }) {
  const rows: Awaited<ReturnType<ProductQuery['execute']>> = []
  let skip = offset
  for (const tier of tiers) {
    const matching = products.where(tier.matches)
    const found = await tier
      .order(matching)
      .limit(limit - rows.length)
      .offset(skip)
      .execute()
    rows.push(...found)
    if (rows.length === limit) break
    if (skip > 0) skip = found.length > 0 ? 0 : Math.max(0, skip - (await count(matching)))
  }
  return rows
}

async function count(matching: ProductQuery): Promise<number> {
  const row = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

function filtered(
  products: ProductQuery,
  { workspaceId }: WorkspaceContext,
  filter: ProductFilter,
  customerId: string | null,
): ProductQuery {
  return products
    .$if(filter.brand !== undefined, (query) => query.where('p.brand_id', '=', filter.brand!))
    .$if(filter.category !== undefined, (query) => query.where('p.category_id', '=', filter.category!))
    .$if(filter.availability !== undefined, (query) => query.where('p.availability', '=', filter.availability!))
    .$if(filter.active !== undefined, (query) =>
      query.where(filter.active ? sql<boolean>`p.active` : sql<boolean>`not p.active`),
    )
    .$if(customerId !== null, (query) => query.where(visibleTo(workspaceId, customerId!)))
}

async function requireGroup(context: WorkspaceContext, grouping: Grouping, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const found =
    isUuid(id) &&
    (await context.db
      .selectFrom(grouping)
      .select('id')
      .where('workspace_id', '=', context.workspaceId)
      .where('id', '=', id)
      .executeTakeFirst())
  if (!found) throw new NotFound(`There is no ${grouping} with the id "${id}".`)
}

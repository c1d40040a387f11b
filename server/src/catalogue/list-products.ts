import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import type { Availability } from './availability.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import type { Grouping } from './brands-and-categories.ts'
import { selectProducts, shapeProduct, visibleTo } from './product-rows.ts'
import type { Product, ProductRow } from './product-rows.ts'
import { EVERYTHING, searchTiers } from './search-tiers.ts'

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

  const rows = await page(context, input, customerId)
  const at = context.clock()
  return rows.map((row) => shapeProduct(row, { qty: 1, at }))
}

/**
 * Reads a page across the steps of the search, in their order; a step is only asked when the page still has room.
 * Which products are on the page is settled first, on the product table alone; only theirs are the names and prices
 * that are then read.
 */
async function page(
  context: WorkspaceContext,
  input: ProductFilter & { limit: number; offset: number },
  customerId: string | null,
) {
  const candidates = filtered(context, input, customerId)
  const products = selectProducts(context, customerId)
  const rows: ProductRow[] = []
  let skip = input.offset
  for (const { matches, order } of input.q === undefined ? [EVERYTHING] : searchTiers(input.q)) {
    const matching = candidates.where(matches)
    const ids = matching
      .select('p.id')
      .orderBy(order)
      .limit(input.limit - rows.length)
      .offset(skip)
    const found = await products.where('p.id', 'in', ids).orderBy(order).execute()
    rows.push(...found)
    if (rows.length === input.limit) break
    if (skip > 0) skip = found.length > 0 ? 0 : Math.max(0, skip - (await count(matching)))
  }
  return rows
}

type Candidates = ReturnType<typeof filtered>

/** The products that pass the filter: no more than what the customer sees, where there is one. */
function filtered({ db, workspaceId }: WorkspaceContext, filter: ProductFilter, customerId: string | null) {
  return db
    .selectFrom('product as p')
    .where('p.workspace_id', '=', workspaceId)
    .$if(filter.brand !== undefined, (query) => query.where('p.brand_id', '=', filter.brand!))
    .$if(filter.category !== undefined, (query) => query.where('p.category_id', '=', filter.category!))
    .$if(filter.availability !== undefined, (query) => query.where('p.availability', '=', filter.availability!))
    .$if(filter.active !== undefined, (query) =>
      query.where(filter.active ? sql<boolean>`p.active` : sql<boolean>`not p.active`),
    )
    .$if(customerId !== null, (query) => query.where(visibleTo(workspaceId, customerId!)))
}

async function count(matching: Candidates): Promise<number> {
  const row = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return row.count
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
  if (!found) throw new NotFound(`There is no ${grouping} with the id ${quoted(id)}.`)
}

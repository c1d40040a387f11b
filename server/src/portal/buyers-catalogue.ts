import { sql } from 'kysely'
import { shownImages, shownPictures } from '../catalogue/shown-images.ts'
import { findProducts } from '../catalogue/list-products.ts'
import { suggestSearch } from '../catalogue/search/suggest-search.ts'
import type { ProductFilter } from '../catalogue/list-products.ts'
import type { CustomerContext } from './buyer-context.ts'
import { buyersProduct } from './buyers-product.ts'
import type { BuyersProduct, WithImage } from './buyers-product.ts'
import { readPortalSettings } from './portal-settings.ts'
import type { PortalSettings } from './portal-settings.ts'
import { productForCustomer } from '../catalogue/product-for-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import type { Grouping } from '../catalogue/groups/grouping.ts'
import { visibleTo } from '../catalogue/visible-to.ts'

type CatalogueFilter = Pick<ProductFilter, 'q' | 'brand' | 'category' | 'withoutCategory' | 'availability'>

/**
 * A page of the products that the buyer's customer can see: the same products, in the same order and at the same unit
 * prices, as the public API lists for that customer. Throws NotFound for an unknown id in the filter.
 */
export async function listForBuyer(
  context: CustomerContext,
  page: CatalogueFilter & { limit: number; offset: number },
): Promise<BuyersProduct[]> {
  const shown = await readPortalSettings(context)
  const { rows, terms } = await findProducts(context, filterFor(context, page, shown))
  const at = context.clock()
  return rows.map((row) => buyersProduct(row, terms, { qty: 1, at, shown }).product)
}

/** Nobody can filter by what is not shown to them. */
function filterFor<Filter extends CatalogueFilter>(
  { customerId }: CustomerContext,
  filter: Filter,
  { showAvailability }: Pick<PortalSettings, 'showAvailability'>,
) {
  return { ...filter, availability: showAvailability ? filter.availability : undefined, customer: customerId }
}

/** Another way to write a search, from what the buyer's customer can see; null if there is none. */
export async function suggestForBuyer(
  context: CustomerContext,
  filter: CatalogueFilter & { q: string },
): Promise<string | null> {
  return suggestSearch(context, filterFor(context, filter, await readPortalSettings(context)))
}

/** The same with the images of the products. */
export async function browseForBuyer(
  context: CustomerContext,
  page: CatalogueFilter & { limit: number; offset: number },
): Promise<WithImage<BuyersProduct>[]> {
  const products = await listForBuyer(context, page)
  const images = await shownImages(
    context,
    products.map(({ id }) => id),
  )
  return products.map((product) => ({ ...product, image: images.get(product.id) ?? null }))
}

/** One product at the price of a quantity. Throws NotFound, also for one that the customer cannot see. */
export async function readForBuyer(context: CustomerContext, { id, qty }: { id: string; qty: number }) {
  const found = isUuid(id) ? await productForCustomer(context, { id }, { customer: context.customerId }) : undefined
  if (!found?.customer || !found.visible) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  const shown = await readPortalSettings(context)
  const { product, candidates } = buyersProduct(found.product, found.terms, { qty, at: context.clock(), shown })
  const pictures = (await shownPictures(context, [product.id])).get(product.id) ?? []
  return { ...product, image: pictures[0] ?? null, pictures, brand: found.brand, category: found.category, candidates }
}

type Group = { id: string; name: string }

/** Brands or categories by name: those with a product that the buyer's customer can see. */
export async function visibleGroups(context: CustomerContext, grouping: Grouping): Promise<Group[]> {
  const { db, workspaceId, customerId } = context
  const { rows } = await sql<Group>`
    select g.id, g.name from ${sql.table(grouping)} g
    where g.workspace_id = ${workspaceId} and exists (
      select from product p
      where p.workspace_id = ${workspaceId} and p.${sql.ref(`${grouping}_id`)} = g.id
        and ${visibleTo(workspaceId, sql`${customerId}::uuid`)})
    order by g.name, g.id`.execute(db)
  return rows
}

/** All that the catalogue of the buyer's customer can be narrowed down by. */
export async function catalogueGroups(context: CustomerContext): Promise<{ brands: Group[]; categories: Group[] }> {
  return { brands: await visibleGroups(context, 'brand'), categories: await visibleGroups(context, 'category') }
}

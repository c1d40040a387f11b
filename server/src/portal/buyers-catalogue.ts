import { findByIds, findProducts } from '../catalogue/list-products.ts'
import type { FoundProducts, ProductFilter } from '../catalogue/list-products.ts'
import { idOf, parseDocument, productForCustomer } from '../catalogue/listed-product.ts'
import type { ProductForCustomer } from '../catalogue/listed-product.ts'
import { suggestSearch } from '../catalogue/search/suggest-search.ts'
import { shownImages, shownPictures } from '../catalogue/shown-images.ts'
import { NotFound, quoted } from '../errors.ts'
import type { CatalogueSort } from '../shared/limits.ts'
import { isUuid } from '../lib/uuid.ts'
import { findReplacement } from '../orders/order-lines/find-codes.ts'
import { catalogueFacets } from './browsing/catalogue-facets.ts'
import type { FacetFilter, Facets } from './browsing/catalogue-facets.ts'
import { productOrder } from './browsing/product-order.ts'
import { naturalOrder } from '../shared/natural-order.ts'
import { boughtTogether, ofSameCategory } from './browsing/sellable-products.ts'
import type { CustomerContext } from './buyer-context.ts'
import { buyersProduct, lookAhead } from './buyers-product.ts'
import type { BuyersProduct, WithImage } from './buyers-product.ts'
import { readPortalSettings } from './portal-settings.ts'
import type { PortalSettings } from './portal-settings.ts'

type CatalogueFilter = FacetFilter & Pick<ProductFilter, 'q' | 'withoutCategory' | 'at'>
/** Prices are those of one unit, or of the smallest quantity that can be ordered. */
type Shaping = { from?: 'one' | 'minimum' | undefined }
type CataloguePage = CatalogueFilter & Shaping & { sort?: CatalogueSort | undefined; limit: number; offset: number }

/**
 * A page of the products that the buyer's customer can see. Without `sort` they are the same products, in the same
 * order and at the same unit prices, as the public API lists for that customer. Throws NotFound for an unknown id in
 * the filter.
 */
export async function listForBuyer(
  context: CustomerContext,
  { sort, from, ...page }: CataloguePage,
): Promise<BuyersProduct[]> {
  const shown = await readPortalSettings(context)
  const filter = filterFor(context, page, shown)
  const isSorted = sort !== undefined && (sort !== 'name' || page.q !== undefined)
  const ids = isSorted ? (await productOrder(context, { ...filter, sort })).page(page.offset, page.limit) : []
  // The plain list tells what in the filter is unknown, too.
  const found = ids.length > 0 ? findByIds(context, { ...filter, ids }) : findProducts(context, filter)
  return shape(context, await found, { shown, from, at: page.at })
}

async function shape(
  context: CustomerContext,
  { rows, terms }: FoundProducts,
  { shown, from = 'one', at }: Shaping & { shown: PortalSettings; at?: Date | undefined },
): Promise<BuyersProduct[]> {
  // What comes is told of the prices of now.
  const ahead = at ? null : await lookAhead(context, shown, rows.map(idOf))
  const asked = { qty: from === 'one' ? 1 : from, at: at ?? context.clock(), shown, ahead } as const
  return rows.map((row) => buyersProduct(row, terms, asked).product)
}

/** Nobody can filter by what is not shown to them. */
function filterFor<Filter extends CatalogueFilter>(
  { customerId }: CustomerContext,
  filter: Filter,
  { showAvailability }: Pick<PortalSettings, 'showAvailability'>,
) {
  return {
    ...filter,
    brand: filter.brand?.toLowerCase(),
    category: filter.category?.toLowerCase(),
    details: filter.category === undefined ? undefined : filter.details,
    availability: showAvailability ? filter.availability : undefined,
    customer: customerId,
  }
}

/** Another way to write a search, from what the buyer's customer can see; null if there is none. */
export async function suggestForBuyer(
  context: CustomerContext,
  filter: CatalogueFilter & { q: string },
): Promise<string | null> {
  const replacement = await findReplacement(context, { sku: filter.q })
  if (replacement) return replacement.sku
  return suggestSearch(context, filterFor(context, filter, await readPortalSettings(context)))
}

/** The same with the images of the products. */
export async function browseForBuyer(
  context: CustomerContext,
  page: CataloguePage,
): Promise<WithImage<BuyersProduct>[]> {
  return withImages(context, await listForBuyer(context, page))
}

async function withImages(
  context: CustomerContext,
  products: readonly BuyersProduct[],
): Promise<WithImage<BuyersProduct>[]> {
  const images = await shownImages(
    context,
    products.map(({ id }) => id),
  )
  return products.map((product) => ({ ...product, image: images.get(product.id) ?? null }))
}

/**
 * One product at the price of a quantity; in place of an inactive one what replaces it, with the SKU of the old one as
 * `replaces`. Throws NotFound, also for one that the customer cannot see.
 */
export async function readForBuyer(context: CustomerContext, { id, qty }: { id: string; qty: number }) {
  const { replaces, ...found } = await findSeen(context, id)
  const shown = await readPortalSettings(context)
  const ahead = await lookAhead(context, shown, [idOf(found.product)])
  const asked = { qty, at: context.clock(), shown, ahead }
  const { product, candidates } = buyersProduct(found.product, found.terms, asked)
  const customerCode = await codeOf(context, product.id)
  const pictures = (await shownPictures(context, [product.id])).get(product.id) ?? []
  return {
    ...product,
    image: pictures[0] ?? null,
    pictures,
    brand: found.brand,
    category: found.category,
    candidates,
    replaces,
    customerCode,
  }
}

/** The customer's own part number for a product. */
async function codeOf({ db, workspaceId, customerId }: CustomerContext, productId: string): Promise<string | null> {
  const found = await db
    .selectFrom('customer_code')
    .select('code')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return found?.code ?? null
}

async function findSeen(
  context: CustomerContext,
  id: string,
): Promise<ProductForCustomer & { replaces: string | null }> {
  const read = (one: string) => productForCustomer(context, { id: one }, { customer: context.customerId })
  const found = isUuid(id) ? await read(id) : undefined
  if (found?.customer && found.visible) return { ...found, replaces: null }
  const replacement = found && (await findReplacement(context, { id }))
  const shown = replacement && (await read(replacement.id))
  if (!shown?.visible) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  return { ...shown, replaces: replacement!.replaces }
}

/** The products with these ids that the buyer's customer can see, in this order. */
export async function buyersByIds(
  context: CustomerContext,
  ids: readonly string[],
): Promise<WithImage<BuyersProduct>[]> {
  const found = await findByIds(context, { ids, customer: context.customerId })
  return withImages(context, await shape(context, found, { shown: await readPortalSettings(context) }))
}

/** How many related products of each kind are shown. */
const RELATED = 6

/** What goes with a product: others of its category, and what is bought together with it. Throws as `readForBuyer`. */
export async function relatedForBuyer(context: CustomerContext, { id }: { id: string }) {
  const { product } = await findSeen(context, id)
  const stored = parseDocument<{ id: string; name: string; categoryId: string | null }>(product)
  const shown = await readPortalSettings(context)
  const read = async (ids: readonly string[]) => {
    const { rows, terms } = await findByIds(context, { ids, customer: context.customerId })
    return withImages(context, await shape(context, { rows: rows.slice(0, RELATED), terms }, { shown }))
  }
  return {
    together: await read(await boughtTogether(context, stored)),
    category: (await read(await ofSameCategory(context, stored))).toSorted((a, b) => naturalOrder(a.name, b.name)),
  }
}

/** All that the catalogue of the buyer's customer can be narrowed down by. */
export async function catalogueGroups(context: CustomerContext, filter: FacetFilter = {}): Promise<Facets> {
  return catalogueFacets(context, filterFor(context, filter, await readPortalSettings(context)))
}

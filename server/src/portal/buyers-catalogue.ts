import { findByIds, findProducts } from '../catalogue/list-products.ts'
import type { FoundProducts, ProductFilter } from '../catalogue/list-products.ts'
import { idOf, parseDocument, productForCustomer } from '../catalogue/listed-product.ts'
import type { ProductForCustomer } from '../catalogue/listed-product.ts'
import { suggestSearch } from '../catalogue/search/suggest-search.ts'
import { shownImages, shownPictures } from '../catalogue/shown-images.ts'
import { NotFound, quoted } from '../errors.ts'
import type { CatalogueSort } from '../shared/limits.ts'
import { isUuid, withDashes } from '../lib/uuid.ts'
import { findReplacement } from '../orders/order-lines/find-codes.ts'
import { catalogueFacets, detailsOf } from './browsing/catalogue-facets.ts'
import type { FacetFilter, Facets } from './browsing/catalogue-facets.ts'
import { naturalOrder } from '../shared/natural-order.ts'
import { boughtTogether, ofSameCategory, seenBy, sellableProducts } from './browsing/sellable-products.ts'
import type { CustomerContext } from './buyer-context.ts'
import { buyersProduct, lookAhead } from './buyers-product.ts'
import type { BuyersProduct, WithImage } from './buyers-product.ts'
import { readPortalSettings } from './portal-settings.ts'
import type { PortalSettings } from './portal-settings.ts'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { productsInSlices } from '../catalogue/products-in-slices.ts'
import { codeIs } from '../catalogue/search/search-tiers.ts'
import { matching } from '../catalogue/staff-list.ts'
import { lastTermsChange } from '../pricing/kinds-of-term.ts'
import { OrderByNumber, orderCache, pack, unpack } from '../database/paging/index.ts'
import type { IdOrder, Packed } from '../database/paging/index.ts'
import type { SellableProducts } from './browsing/sellable-products.ts'
import { usualProducts } from '../orders/customer-story.ts'
import { readPriceGroup, termsOn } from '../pricing/customer-terms.ts'
import { priceOf } from '../pricing/evaluate-price.ts'
import { agreedPricesOf } from '../pricing/list-agreed-prices.ts'
import { allDiscountsOf } from '../pricing/list-discounts.ts'

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
  const ids = products.map(({ id }) => id)
  const images = await shownImages(context, ids)
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

/** Products that are looked at without a pause: with as many terms as there may be, it takes some milliseconds. */
const PRODUCTS_AT_ONCE = 500

const orders = orderCache({ queued: true })

/**
 * The order of all products that the customer sees and that match: by name, by what one costs the customer, the newest
 * first, or what the customer orders most first. It is found from the kept products, and cached by the state of the
 * workspace.
 */
async function productOrder(
  context: CustomerContext,
  { q, sort, ...filter }: FacetFilter & { q?: string | undefined; sort: CatalogueSort },
): Promise<IdOrder> {
  const terms = sort === 'price' ? await lastTermsChange(context, context.clock()) : ''
  const name = JSON.stringify([context.customerId, filter, q, sort, terms])
  // Within the queue, nothing waits for it again.
  const { runQueued: _, ...turn } = context
  return orders.read(context, name, async () => {
    const products = await sellableProducts(turn)
    const isSeen = await seenBy(turn, products)
    const found = q === undefined ? null : await foundBy(turn, q)
    const has = await detailsOf(turn, filter)
    const numberOf = await NUMBERING[sort](turn, products)
    const order = new OrderByNumber()
    for (let place = 0; place < products.ids.total; place++) {
      if (place % PRODUCTS_AT_ONCE === 0) await setImmediate()
      if (!passes(products, place, filter) || !isSeen(place)) continue
      const id = products.ids.at(place)
      if ((!found || found.has(id)) && has(id)) order.add(id, numberOf(place))
    }
    return order.order({ descending: sort === 'newest' })
  })
}

function passes(products: SellableProducts, place: number, { brand, category, availability }: FacetFilter): boolean {
  return (
    (brand === undefined || products.brands[place] === brand) &&
    (category === undefined || products.categories[place] === category) &&
    (availability === undefined || products.availabilities[place] === availability)
  )
}

type Numbering = (place: number) => number | null

/** What products are ordered by. Those of the same number stay in the order of names. */
const NUMBERING: Record<
  CatalogueSort,
  (context: CustomerContext, products: SellableProducts) => Numbering | Promise<Numbering>
> = {
  name: () => () => 0,
  price: unitPrices,
  newest:
    (_context, { createdAt }) =>
    (place) =>
      createdAt[place]!,
  usual: async (context, { ids }) => {
    const ranks = new Map((await usualProducts(context)).map(({ id }, rank) => [id, rank]))
    return (place) => ranks.get(ids.at(place)) ?? null
  },
}

const ID = { id: sql`replace(p.id::text, '-', '')` }

/** Ids of all products that a search finds. */
async function foundBy(context: CustomerContext, q: string): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const slice of productsInSlices(context, { q })) {
    const { rows } = await sql<Packed<'id'>>`
      select ${pack(ID)} from ${slice} p where ${matching(context.workspaceId, { q })}`.execute(context.db)
    for (const { id } of unpack<'id'>(ID, rows[0]!)) found.add(id)
  }
  const { rows } = await sql<{ id: string }>`
    select ${ID.id} as id from product p
    where p.workspace_id = ${context.workspaceId}
      and ${codeIs(context.workspaceId, q, sql`${context.customerId}`)}`.execute(context.db)
  for (const { id } of rows) found.add(id)
  return found
}

/**
 * Tells of the place of a product what one costs the customer now, in minor units; null without a price. The terms of a
 * customer are few, so all of them are read at once.
 */
async function unitPrices(
  context: CustomerContext,
  { ids, brands, categories, listPrices }: SellableProducts,
): Promise<(place: number) => number | null> {
  const customer = { id: context.customerId, group: await readPriceGroup(context, context.customerId) }
  const agreedPrices = await agreedPricesOf(context, customer)
  const rules = await allDiscountsOf(context, customer)
  const discounts = rules.map((rule) => ({ ...rule, on: rule.brand ?? rule.category }))
  const partOf = (is: (term: { group: object | null }) => boolean) => ({
    agreedPrices: agreedPrices.filter(is),
    discounts: discounts.filter(is),
  })
  const terms = {
    ...partOf(({ group }) => group === null),
    group: customer.group && { name: customer.group.name, ...partOf(({ group }) => group !== null) },
  }
  const at = context.clock()
  return (place) => {
    const [id, brandId, categoryId] = [withDashes(ids.at(place)), brands[place]!, categories[place]!]
    const own = termsOn({ id, brandId: brandId || null, categoryId: categoryId || null }, terms)
    return priceOf(listPrices[place]!, own, 1, at).unit
  }
}

import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { productsInSlices } from '../../catalogue/products-in-slices.ts'
import { codeIs } from '../../catalogue/search/search-tiers.ts'
import { matching } from '../../catalogue/staff-list.ts'
import { lastTermsChange } from '../../pricing/kinds-of-term.ts'
import { orderCache, OrderByNumber, pack, unpack } from '../../database/paging/index.ts'
import type { IdOrder, Packed } from '../../database/paging/index.ts'
import type { CatalogueSort } from '../../shared/limits.ts'
import type { CustomerContext } from '../buyer-context.ts'
import { detailsOf } from './catalogue-facets.ts'
import type { FacetFilter } from './catalogue-facets.ts'
import { sellableProducts, seenBy } from './sellable-products.ts'
import type { SellableProducts } from './sellable-products.ts'
import { usualProducts } from '../../orders/customer-story.ts'
import { termsOn, readPriceGroup } from '../../pricing/customer-terms.ts'
import { priceOf } from '../../pricing/evaluate-price.ts'
import { agreedPricesOf } from '../../pricing/list-agreed-prices.ts'
import { allDiscountsOf } from '../../pricing/list-discounts.ts'
import { withDashes } from '../../lib/uuid.ts'

/** Products that are looked at without a pause: with as many terms as there may be, it takes some milliseconds. */
const PRODUCTS_AT_ONCE = 500

const orders = orderCache({ queued: true })

/**
 * The order of all products that the customer sees and that match: by name, by what one costs the customer, the newest
 * first, or what the customer orders most first. It is found from the kept products, and cached by the state of the
 * workspace.
 */
export async function productOrder(
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
    where p.workspace_id = ${context.workspaceId} and ${codeIs(context.workspaceId, q, sql`${context.customerId}`)}`.execute(
    context.db,
  )
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

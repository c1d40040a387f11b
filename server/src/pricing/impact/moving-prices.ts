import { changeInBp, WHOLE_BP } from '../../shared/basis-points.ts'
import type { MovedProduct } from './moved-products.ts'
import { unitBy } from './payers.ts'
import type { Agreed, Tariff } from './payers.ts'

export type PricedProduct = MovedProduct['before']

/** Customers who pay by one tariff before, and by another one after; of products in the order of their list prices. */
export type Share = { from: Tariff; to: Tariff; ids: Set<string>; products: readonly PricedProduct[] }

/** Agreed prices before and after an act: those of customers stay. */
export type Agreements = { before: Agreed<PricedProduct>; after: Agreed<PricedProduct> }

const NO_PRICES: ReadonlyMap<PricedProduct, number> = new Map()

/** Adds up the prices that rise, or those that drop. */
export class MovingPrices {
  readonly products = new Set<string>()
  readonly customers = new Set<string>()
  largestBp = 0
  readonly #rises: boolean
  /** Lists of products that all are in `products`. */
  readonly #whole = new WeakSet<readonly PricedProduct[]>()

  constructor(direction: 'rise' | 'drop') {
    this.#rises = direction === 'rise'
  }

  /** Prices that move in the other direction are left out, and those that an agreed price of the customer keeps. */
  add({ from, to, ids, products }: Share, agreed: Agreements): void {
    const isByShare = from.group === null && to.group === null
    // Thousands of customers with a discount of their own mostly tell nothing new of a list of products.
    const isKnown = isByShare && this.#whole.has(products) && ids.isSubsetOf(this.customers)
    const keptFor = countKept(ids, agreed.before)
    const moving = new Set<PricedProduct>()
    for (const product of products) {
      const { listPrice } = product
      if (isKnown && mostBp(listPrice ?? 0, from.share, to.share) <= this.largestBp) return
      const before = unitBy(from, listPrice, ofGroup(agreed.before, from, product))
      const after = unitBy(to, listPrice, ofGroup(agreed.after, to, product))
      if (before === null || after === null || before === after || after > before !== this.#rises) continue
      moving.add(product)
      if (keptFor.get(product) === ids.size) continue
      this.products.add(product.id)
      // A rise from nothing counts as 100%.
      this.largestBp = Math.max(this.largestBp, Math.abs(changeInBp(before, after) ?? WHOLE_BP))
    }
    if (moving.size === 0) return
    for (const id of ids) if (!moving.isSubsetOf(agreed.before.get(id) ?? NO_PRICES)) this.customers.add(id)
    if (products.every(({ id }) => this.products.has(id))) this.#whole.add(products)
  }
}

function ofGroup(agreed: Agreed<PricedProduct>, { group }: Tariff, product: PricedProduct): number | undefined {
  return group === null ? undefined : agreed.get(group)?.get(product)
}

/** For how many of these customers an agreed price of their own keeps the price of a product. */
function countKept(ids: ReadonlySet<string>, agreed: Agreed<PricedProduct>): Map<PricedProduct, number> {
  const counts = new Map<PricedProduct, number>()
  for (const id of ids) {
    for (const product of agreed.get(id)?.keys() ?? []) counts.set(product, (counts.get(product) ?? 0) + 1)
  }
  return counts
}

/** From this list price on, no price moves by more: rounding weighs less the higher a price is. Basis points. */
function mostBp(listPrice: number, from: number, to: number): number {
  const [before, change] = [(listPrice * from) / WHOLE_BP, (listPrice * Math.abs(to - from)) / WHOLE_BP]
  return before <= 0.5 ? Infinity : ((change + 1) * WHOLE_BP) / (before - 0.5)
}

/**
 * Adds up which customers lose sight of some product. Mostly these are all but a few, for many products: so only those
 * who keep sight of each of them are remembered.
 */
export class LostSight {
  readonly #lost = new Set<string>()
  /** Those who keep each product that all customers saw; null without such a product. */
  #keep: Set<string> | null = null

  /** `before` and `after` are the ids of those who see a product; null for all customers. */
  add(before: readonly string[] | null, after: readonly string[] | null): void {
    if (after === null) return
    const stay = new Set(after)
    if (before === null) this.#keep = this.#keep?.intersection(stay) ?? stay
    else for (const id of before) if (!stay.has(id)) this.#lost.add(id)
  }

  /** How many of these customers have lost some product. */
  count(ids: Iterable<string>): number {
    let count = 0
    for (const id of ids) if (this.#lost.has(id) || (this.#keep !== null && !this.#keep.has(id))) count++
    return count
  }
}

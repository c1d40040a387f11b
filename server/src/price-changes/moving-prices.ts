import { shareOf, WHOLE_BP } from '../rules/basis-points.ts'
import type { PlacedProduct } from './moved-products.ts'
import type { Tariff } from './read-payers.ts'

/** Agreed prices of price groups for one unit of a product, in minor units, by group. */
export type GroupPrices = ReadonlyMap<string, number>

/**
 * A product with its list price (null without one), the ids of the customers whom an agreed price of their own keeps from
 * any change, and the agreed prices of price groups before and after.
 */
export type PricedProduct = {
  product: PlacedProduct
  listPrice: number | null
  agreed: readonly string[]
  before: GroupPrices
  after: GroupPrices
}

/** Customers who pay by one tariff before, and by another one after; of products in the order of their list prices. */
export type Share = { from: Tariff; to: Tariff; ids: Set<string>; products: readonly PricedProduct[] }

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

  /** Prices that move in the other direction are left out. */
  add({ from, to, ids, products }: Share): void {
    // Thousands of customers with a discount of their own mostly tell nothing new of a list of products.
    const isKnown =
      from.group === null && to.group === null && this.#whole.has(products) && ids.isSubsetOf(this.customers)
    const kept = new Map<string, number>()
    let moving = 0
    for (const priced of products) {
      if (isKnown && mostBp(priced.listPrice ?? 0, from.share, to.share) <= this.largestBp) return
      const [before, after] = [priceAt(priced, from, priced.before), priceAt(priced, to, priced.after)]
      if (before === null || after === null || before === after || after > before !== this.#rises) continue
      moving++
      let fixed = 0
      for (const id of priced.agreed) {
        if (!ids.has(id)) continue
        fixed++
        kept.set(id, (kept.get(id) ?? 0) + 1)
      }
      if (fixed === ids.size) continue
      this.products.add(priced.product.id)
      this.largestBp = Math.max(this.largestBp, changeBp(before, after))
    }
    for (const id of ids) if ((kept.get(id) ?? 0) < moving) this.customers.add(id)
    if (products.every(({ product }) => this.products.has(product.id))) this.#whole.add(products)
  }
}

/** What one unit costs by a tariff, in minor units; null: it has no price. */
function priceAt({ listPrice }: PricedProduct, { share, group }: Tariff, agreed: GroupPrices): number | null {
  const ofGroup = group === null ? undefined : agreed.get(group)
  return ofGroup ?? (listPrice === null ? null : shareOf(listPrice, share))
}

/** A rise from nothing counts as 100%. */
function changeBp(before: number, after: number): number {
  return before === 0 ? WHOLE_BP : Math.round((Math.abs(after - before) * WHOLE_BP) / before)
}

/** From this list price on, no price moves by more: rounding weighs less the higher a price is. Basis points. */
function mostBp(listPrice: number, from: number, to: number): number {
  const [before, change] = [(listPrice * from) / WHOLE_BP, (listPrice * Math.abs(to - from)) / WHOLE_BP]
  return before <= 0.5 ? Infinity : ((change + 1) * WHOLE_BP) / (before - 0.5)
}

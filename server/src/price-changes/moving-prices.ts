import { shareOf, WHOLE_BP } from '../rules/basis-points.ts'
import type { PlacedProduct } from './moved-products.ts'

/** A product with a list price, and the ids of the customers whom an agreed price keeps from any change. */
export type PricedProduct = { product: PlacedProduct; listPrice: number; agreed: readonly string[] }

/**
 * Customers who pay one share of the list price before, and another one after, in basis points; of products in the
 * order of their list prices.
 */
export type Share = { from: number; to: number; ids: Set<string>; products: readonly PricedProduct[] }

/** Adds up the prices that rise, or those that drop. */
export class MovingPrices {
  readonly products = new Set<string>()
  readonly customers = new Set<string>()
  largestBp = 0
  /** Lists of products that all are in `products`. */
  readonly #whole = new WeakSet<readonly PricedProduct[]>()

  add({ from, to, ids, products }: Share): void {
    // Thousands of customers with a discount of their own mostly tell nothing new of a list of products.
    const isKnown = this.#whole.has(products) && ids.isSubsetOf(this.customers)
    const kept = new Map<string, number>()
    let moving = 0
    for (const { product, listPrice, agreed } of products) {
      if (isKnown && mostBp(listPrice, from, to) <= this.largestBp) return
      const [before, after] = [shareOf(listPrice, from), shareOf(listPrice, to)]
      if (before === after) continue
      moving++
      let fixed = 0
      for (const id of agreed) {
        if (!ids.has(id)) continue
        fixed++
        kept.set(id, (kept.get(id) ?? 0) + 1)
      }
      if (fixed === ids.size) continue
      this.products.add(product.id)
      this.largestBp = Math.max(this.largestBp, changeBp(before, after))
    }
    for (const id of ids) if ((kept.get(id) ?? 0) < moving) this.customers.add(id)
    if (products.every(({ product }) => this.products.has(product.id))) this.#whole.add(products)
  }
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

import { priceOf, evaluatePrice } from './evaluate-price.ts'
import type { CustomerTerms } from './kinds-of-term.ts'
import { quantityFrom, smallestQuantity } from '../rules/order-quantity.ts'
import type { SoldIn } from '../rules/order-quantity.ts'

/** A price of one unit that differs from that of smaller quantities. */
export type QuantityBreak = {
  minQty: number
  /** Minor units for one. */
  unit: number
}

/**
 * The prices of one unit from larger quantities than that of `price`, in order; each differs from the one before. A
 * larger quantity can also cost more, where it was agreed so. Pure.
 */
export function quantityBreaks(
  listPrice: number | null,
  terms: CustomerTerms,
  at: Date,
  { unit, qty = 1 }: { unit: number | null; qty?: number },
): QuantityBreak[] {
  const quantities = new Set(terms.agreedPrices.map(({ minQty }) => minQty).filter((minQty) => minQty > qty))
  const breaks: QuantityBreak[] = []
  let last = unit
  for (const minQty of [...quantities].toSorted((a, b) => a - b)) {
    const from = priceOf(listPrice, terms, minQty, at).unit
    if (from === null || from === last) continue
    breaks.push({ minQty, unit: from })
    last = from
  }
  return breaks
}

/** A quantity from which one unit costs less, in minor units. */
export type NextBreak = { qty: number; unit: number }

/**
 * The smallest larger quantity that can be ordered and at which a unit is cheaper than at this one; below the smallest
 * quantity of the product, than at that. Null if there is none. Pure.
 */
export function nextQuantityBreak(
  listPrice: number | null,
  terms: CustomerTerms | null,
  { qty, at, soldIn }: { qty: number; at: Date; soldIn: SoldIn },
): NextBreak | null {
  const present = Math.max(qty, smallestQuantity(soldIn))
  const { price, candidates } = evaluatePrice(listPrice, terms, present, at)
  const steps = candidates.map(({ minQty }) => minQty).filter((minQty) => minQty > present)
  const larger = new Set(steps.map((minQty) => quantityFrom(minQty, soldIn)))
  for (const from of [...larger].toSorted((a, b) => a - b)) {
    const { unit } = priceOf(listPrice, terms, from, at)
    if (unit !== null && (price.unit === null || unit < price.unit)) return { qty: from, unit }
  }
  return null
}

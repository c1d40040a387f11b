import { evaluatePrice, priceOf } from './evaluate-price.ts'
import type { CustomerTerms } from './kinds-of-term.ts'

/** A quantity from which one unit costs less, in minor units. */
export type QuantityBreak = { qty: number; unit: number }

/** The smallest larger quantity at which a unit is cheaper than at this one; null if there is none. Pure. */
export function nextQuantityBreak(
  listPrice: number | null,
  terms: CustomerTerms | null,
  qty: number,
  at: Date,
): QuantityBreak | null {
  const { price, candidates } = evaluatePrice(listPrice, terms, qty, at)
  const larger = new Set(candidates.map(({ minQty }) => minQty).filter((minQty) => minQty > qty))
  for (const from of [...larger].toSorted((a, b) => a - b)) {
    const { unit } = priceOf(listPrice, terms, from, at)
    if (unit !== null && (price.unit === null || unit < price.unit)) return { qty: from, unit }
  }
  return null
}

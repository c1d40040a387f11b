import { priceOf } from './evaluate-price.ts'
import type { CustomerTerms } from './kinds-of-term.ts'

/** A price of one unit that differs from that of smaller quantities. */
export type QuantityBreak = {
  minQty: number
  /** Minor units for one. */
  unit: number
}

/**
 * The prices of one unit from larger quantities than that of `price`, in order; each differs from the one before. A larger
 * quantity can also cost more, where it was agreed so. Pure.
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

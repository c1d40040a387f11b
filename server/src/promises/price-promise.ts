import type { Actor } from '../database/column-values.ts'
import type { CustomerRef } from '../customers/find-customer.ts'

/** The most that one of a product costs, in minor units, at a quantity. Null where the promise has a total. */
export type PromisedLine = { productId: string; sku: string; qty: number; unit: number | null }

/** What a customer was promised: a price for each line, or a total for all of them, until a time, excluded. */
export type PricePromise = {
  id: string
  reference: string
  customer: CustomerRef
  lines: readonly PromisedLine[]
  /** Minor units. */
  total: number | null
  until: Date
  note: string
  setBy: Actor
  setAt: Date
}

/**
 * A price that is not as promised, in minor units. Without a SKU it is the total. `actual` is null where a product has
 * no price, or the customer does not see it.
 */
export type BrokenPrice = { sku: string | null; qty: number | null; promised: number; actual: number | null }

/** A promise as an activity subject, and for people: "HOL-1042 for Castle Lane Cafés". */
export function labelOf({ lines, customer }: Pick<PricePromise, 'lines' | 'customer'>): string {
  const [first, ...others] = lines
  return `${first!.sku}${others.length > 0 ? ` and ${others.length} more` : ''} for ${customer.name}`
}

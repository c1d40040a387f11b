import { turnsOf } from './kinds-of-term.ts'
import type { CustomerTerms } from './kinds-of-term.ts'
import { UnitOverTime } from './unit-over-time.ts'
import { quantityFrom, smallestQuantity } from '../shared/order-quantity.ts'
import type { SoldIn } from '../shared/order-quantity.ts'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { readTerms, termsOn } from './customer-terms.ts'
import { findProduct } from './find-product.ts'
import { listPriceHistory } from './list-price-history.ts'
import { termsKnownFrom } from './priced-at.ts'

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
  const units = new UnitOverTime({ listPrice, terms }, at.getTime())
  const breaks: QuantityBreak[] = []
  let last = unit
  for (const minQty of ascending(agreedFrom(terms).filter((minQty) => minQty > qty))) {
    const from = units.at(at.getTime(), minQty)
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
  const units = new UnitOverTime({ listPrice, terms }, at.getTime())
  const before = units.at(at.getTime(), present)
  const steps = agreedFrom(terms).filter((minQty) => minQty > present)
  for (const from of ascending(steps.map((minQty) => quantityFrom(minQty, soldIn)))) {
    const unit = units.at(at.getTime(), from)
    if (unit !== null && (before === null || unit < before)) return { qty: from, unit }
  }
  return null
}

/** The quantities from which prices are agreed. */
function agreedFrom(terms: CustomerTerms | null): number[] {
  return [terms, terms?.group].flatMap((part) => part?.agreedPrices ?? []).map(({ minQty }) => minQty)
}

function ascending(quantities: readonly number[]): number[] {
  return [...new Set(quantities)].toSorted((a, b) => a - b)
}

/**
 * The list price of a product over time, from when it was added to what is scheduled. With a customer, by id or account
 * code, also what it pays for one unit: with its agreed prices of each time, and its discounts of now. `knownFrom`: from
 * when on the price of a day can be explained. Throws NotFound.
 */
export async function priceSteps(
  context: WorkspaceContext,
  { productId, customer }: { productId: string; customer?: string | undefined },
) {
  const product = await findProduct(context, productId)
  const { published, pending } = await listPriceHistory(context, { productId })
  const [first] = published
  const [added, changed] = [product.createdAt.getTime(), first ? Date.parse(first.at) : Infinity]
  const since = Math.min(added, changed - 1)
  const list = {
    listPrice: first ? first.from : product.listPrice,
    scheduled: [
      ...published.map(({ at, to }) => ({ from: new Date(at), listPrice: to })),
      ...pending.flatMap(({ scheduledFor, to }) =>
        scheduledFor ? { from: new Date(scheduledFor), listPrice: to } : [],
      ),
    ],
  }
  const found = customer === undefined ? null : await findCustomer(context, customer)
  const terms = found && termsOn(product, await readTerms(context, found.id, [product]))
  const [listed, paid] = [new UnitOverTime({ ...list, terms: null }), new UnitOverTime({ ...list, terms })]
  const turns = [...list.scheduled.map(({ from }) => from), ...(terms ? turnsOf(terms) : [])]
  const times = new Set([since, ...turns.map((turn) => turn.getTime())])
  const steps = [...times]
    .filter((time) => time >= since)
    .toSorted((a, b) => a - b)
    .map((time) => ({
      at: new Date(time).toISOString(),
      listPrice: listed.at(time, 1),
      customerPrice: terms && paid.at(time, 1),
    }))
  const known = found ? Math.max(since, (await termsKnownFrom(context)).getTime()) : since
  return { steps, customer: found?.name ?? null, knownFrom: new Date(known).toISOString() }
}

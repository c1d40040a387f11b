import { MAX_QTY } from './limits.ts'
import { readNumber } from './read-number.ts'
import type { NumberForm } from './read-number.ts'
import type { ReadValue } from './read-value.ts'

/** How a product is sold: from a quantity up, and only in multiples of another. Both are 1 by default. */
export type SoldIn = { minOrderQty: number; orderMultiple: number }

/** The smallest quantity that can be ordered: the smallest multiple that reaches the minimum. */
export function smallestQuantity({ minOrderQty, orderMultiple }: SoldIn): number {
  return Math.ceil(minOrderQty / orderMultiple) * orderMultiple
}

/** The smallest quantity that can be ordered and is not less than `qty`. It may be past the most that a line takes. */
export function quantityFrom(qty: number, soldIn: SoldIn): number {
  return Math.max(smallestQuantity(soldIn), Math.ceil(qty / soldIn.orderMultiple) * soldIn.orderMultiple)
}

/** The next quantity that can be ordered: a step up, or down, but not below the smallest. */
export function nextQuantity(qty: number, by: 1 | -1, soldIn: SoldIn): number {
  const { orderMultiple } = soldIn
  const steps = by === 1 ? Math.floor(qty / orderMultiple) + 1 : Math.ceil(qty / orderMultiple) - 1
  const most = Math.floor(MAX_QTY / orderMultiple) * orderMultiple
  return Math.max(smallestQuantity(soldIn), Math.min(most, steps * orderMultiple))
}

/** Why a quantity cannot be ordered: "sold in 6s: order 12 or 18". Null if it can. */
export function quantityProblem(qty: number, soldIn: SoldIn): string | null {
  const { minOrderQty, orderMultiple } = soldIn
  const smallest = smallestQuantity(soldIn)
  if (qty >= smallest && qty % orderMultiple === 0) return null
  if (orderMultiple === 1) return `sold from ${words(minOrderQty)} up`
  const least = smallest > orderMultiple ? `, from ${words(smallest)} up` : ''
  const below = Math.floor(qty / orderMultiple) * orderMultiple
  const choices = [below, below + orderMultiple].filter((choice) => choice >= smallest && choice <= MAX_QTY)
  if (choices.length === 0 && smallest <= MAX_QTY) choices.push(smallest)
  const order = choices.length > 0 ? `order ${choices.map(words).join(' or ')}` : 'that is more than a line can have'
  return `sold in ${words(orderMultiple)}s${least}: ${order}`
}

/** How a product is sold, where that is not by the piece: "in 6s", "min. 12". */
export function soldInWords(soldIn: SoldIn): string[] {
  const smallest = smallestQuantity(soldIn)
  return [
    ...(soldIn.orderMultiple > 1 ? [`in ${words(soldIn.orderMultiple)}s`] : []),
    ...(smallest > soldIn.orderMultiple ? [`min. ${words(smallest)}`] : []),
  ]
}

function words(quantity: number): string {
  return quantity.toLocaleString('en')
}

type QuantityForm = { least?: number; most?: number } & Pick<NumberForm, 'mark'>

/** Reads a whole number, with or without separators, or with decimals of zero: a quantity, if no limits are given. */
export function readQuantity(text: string, { least = 1, most = MAX_QTY, mark }: QuantityForm = {}): ReadValue<number> {
  const read = readNumber(text, { decimals: 0, noun: 'a whole number', mark })
  if (read.reason !== undefined || (read.value >= least && read.value <= most)) return read
  return { reason: `"${text.trim()}" is not from ${least} to ${most}` }
}

/** Up to which sum somebody may order, in minor units before tax. Null is any sum, 0 nothing. */
export type OrderLimit = number | null

/** Whether an order that comes to `subtotal` is within the limit. Who may order nothing prepares it for a colleague. */
export function isWithinLimit(limit: OrderLimit, subtotal: number): boolean {
  return limit === null || (limit > 0 && subtotal <= limit)
}

/** "any sum", "up to £500.00", or "nothing without a colleague" */
export function limitInWords(limit: OrderLimit, money: (minor: number) => string): string {
  if (limit === null) return 'any sum'
  return limit === 0 ? 'nothing without a colleague' : `up to ${money(limit)}`
}

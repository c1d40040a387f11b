import { MAX_QTY } from './limits.ts'

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

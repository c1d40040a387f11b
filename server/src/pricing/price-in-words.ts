import type { Price } from '../database/column-values.ts'
import { quantityProblem, smallestQuantity } from '../shared/order-quantity.ts'
import type { QuantityBreak } from './quantity-breaks.ts'

/** What a customer is told of a price. */
export type PriceToTell = {
  product: { sku: string; name: string; unitLabel: string; minOrderQty: number; orderMultiple: number }
  qty: number
  price: Price
  /** The name of the price group whose term it is; null where it is the customer's own. */
  group: string | null
  /** In order of quantity. */
  breaks: readonly QuantityBreak[]
  /** When the price ends, as a text; null if it has no end. */
  until: string | null
  /** The day of the price, as a text; null for today. */
  on: string | null
  /** Whether that day is over. */
  isPast: boolean
  /** Formats an amount in minor units. */
  money: (minor: number) => string
  taxLabel: string
}

/** Quantity breaks that are told. More are too many for a telephone. */
const BREAKS_TOLD = 3

/**
 * A price in words that a customer can be told: what they pay, why, and from which quantity it is another. It tells
 * their own terms, or those of their price group: no list price that they do not pay, and no price that lost. Pure.
 */
export function priceInWords(told: PriceToTell): string {
  const { product, price, on, isPast } = told
  const named = `${product.name} (${product.sku})`
  const when = on === null ? '' : ` on ${on}`
  if (price.unit === null) return `There ${isPast ? 'was' : 'is'} no price for ${named}${when || ' yet'}.`
  return [amount(told, named, when), reason(told), breaks(told), whatCanBeOrdered(told)].filter(Boolean).join(' ')
}

function amount({ product, qty, price, money, taxLabel, isPast }: PriceToTell, named: string, when: string): string {
  const each = perUnit(money(price.unit!), product.unitLabel)
  const tax = taxLabel && ` ${taxLabel}`
  const all = qty === 1 ? '' : `, so ${count(qty)} come to ${money(price.line)}`
  return `The price of ${named} for you ${isPast ? 'was' : 'is'} ${each}${all}${tax}${when}.`
}

function perUnit(amount: string, unitLabel: string): string {
  return /^each$/i.test(unitLabel) ? `${amount} each` : `${amount} per ${unitLabel}`
}

function reason({ price, group, until, isPast }: PriceToTell): string {
  const thatIs = isPast ? 'That was' : 'That is'
  const end = until === null ? '' : ` until ${until}`
  switch (price.source) {
    case 'agreed':
      return group === null
        ? `${thatIs} your ${lowerFirst(price.label)}${end}.`
        : `${thatIs} the ${lowerFirst(price.label.slice(group.length + 2))} of ${group}, your price group${end && `,${end}`}.`
    case 'list':
      return `${thatIs} our list price.`
    case 'manual':
      return `${thatIs} a price ${lowerFirst(price.label)}.`
    case 'quote':
      return `${thatIs} the price of ${lowerFirst(price.label)}.`
    case 'customer':
    case 'brand':
    case 'category':
      return group === null
        ? `${thatIs} with ${price.label}.`
        : `${thatIs} with ${price.label.slice(group.length + 2)}, as for all of ${group}, your price group.`
  }
}

function breaks({ breaks, product, money, isPast }: PriceToTell): string {
  const told = breaks.slice(0, BREAKS_TOLD)
  if (told.length === 0) return ''
  const parts = told.map(
    ({ minQty, unit }) =>
      `from ${count(minQty)} it ${isPast ? 'was' : 'is'} ${perUnit(money(unit), product.unitLabel)}`,
  )
  const text = parts.join(', and ')
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

function whatCanBeOrdered({ product, qty }: PriceToTell): string {
  const smallest = smallestQuantity(product)
  if (qty < smallest) return `The smallest quantity that can be ordered is ${count(smallest)}.`
  const problem = quantityProblem(qty, product)
  return problem === null ? '' : `It is ${problem}.`
}

function count(quantity: number): string {
  return quantity.toLocaleString('en')
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

import { MAX_QTY } from '../../../server/src/shared/limits.ts'
import { quantityProblem, readQuantity, quantityFrom } from '../../../server/src/shared/order-quantity.ts'
import type { SoldIn } from '../../../server/src/shared/order-quantity.ts'
import type { components } from './app-api.d.ts'

/** Reads a quantity as it is typed into a field. */
export function parseQuantity(
  text: string,
): { value: number; problem?: undefined } | { value?: undefined; problem: string } {
  const { value } = readQuantity(text)
  return value === undefined
    ? { problem: `Write a whole number from 1 to ${MAX_QTY.toLocaleString('en')}.` }
    : { value }
}

/** Why a quantity of a product cannot be ordered, at its field: "Sold in 6s: order 12 or 18". */
export function sayHowSold(qty: number, soldIn: SoldIn): string | undefined {
  const problem = quantityProblem(qty, soldIn)
  return problem === null ? undefined : `${problem[0]!.toUpperCase()}${problem.slice(1)}`
}

type Product = components['schemas']['BuyersProduct']
type Priced = Pick<Product, 'price' | 'breaks'>
type Sold = Priced & Pick<Product, 'minOrderQty' | 'orderMultiple'>

/** What a unit costs at a quantity, in minor units; null without a price. */
export function unitAt({ price, breaks }: Priced, qty: number): number | null {
  return breaks.findLast(({ minQty }) => minQty <= qty)?.unit ?? price.unit
}

/** The next price of a unit at a quantity, where the wholesaler tells it. */
export function comingAt({ coming, breaks }: Pick<Product, 'coming' | 'breaks'>, qty: number): Product['coming'] {
  const reached = breaks.findLast(({ minQty }) => minQty <= qty)
  return reached ? reached.coming : coming
}

/** The next quantity that can be ordered and at which a unit is cheaper than at this one. */
export function breakAfter(product: Sold, qty: number): { qty: number; unit: number } | null {
  const unit = unitAt(product, qty)
  const larger = product.breaks.filter(({ minQty }) => minQty > qty).map(({ minQty }) => quantityFrom(minQty, product))
  const next = larger.find((at) => unit !== null && unitAt(product, at)! < unit)
  return next === undefined ? null : { qty: next, unit: unitAt(product, next)! }
}

import { quantityFrom } from '../../../server/src/shared/order-quantity.ts'
import type { components } from './app-api.d.ts'

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

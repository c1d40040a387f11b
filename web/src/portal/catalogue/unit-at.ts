import type { Product } from './product-queries.ts'

type Priced = Pick<Product, 'price' | 'breaks'>

/** What a unit costs at a quantity, in minor units; null without a price. */
export function unitAt({ price, breaks }: Priced, qty: number): number | null {
  return breaks.findLast(({ minQty }) => minQty <= qty)?.unit ?? price.unit
}

/** The next price of a unit at a quantity, where the wholesaler tells it. */
export function comingAt({ coming, breaks }: Pick<Product, 'coming' | 'breaks'>, qty: number): Product['coming'] {
  const reached = breaks.findLast(({ minQty }) => minQty <= qty)
  return reached ? reached.coming : coming
}

/** The next quantity at which a unit is cheaper than at this one. */
export function breakAfter(product: Priced, qty: number): { qty: number; unit: number } | null {
  const unit = unitAt(product, qty)
  const next = product.breaks.find((step) => step.minQty > qty && unit !== null && step.unit < unit)
  return next ? { qty: next.minQty, unit: next.unit } : null
}

import type { CatalogueProduct } from './add-products.ts'

/** A published list price of a product, in pence, and the one that it replaced. */
export type PriceStep = { productId: string; at: Date; from: number; to: number }

/** The list price of a product at a time. `steps` are all published prices, oldest first. */
export function listPriceAt({ id, list_price }: CatalogueProduct, steps: readonly PriceStep[], at: Date) {
  const own = steps.filter(({ productId }) => productId === id)
  return own.findLast((step) => step.at <= at)?.to ?? own[0]?.from ?? list_price
}

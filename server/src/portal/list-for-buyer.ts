import { shownImages } from '../catalogue/shown-images.ts'
import { findProducts } from '../catalogue/list-products.ts'
import type { ProductFilter } from '../catalogue/list-products.ts'
import type { CustomerContext } from './buyer-context.ts'
import { buyersProduct } from './buyers-product.ts'
import type { BuyersProduct, WithImage } from './buyers-product.ts'
import { readPortalSettings } from './portal-settings.ts'

export type CatalogueFilter = Pick<ProductFilter, 'q' | 'brand' | 'category' | 'availability'>

/**
 * A page of the products that the buyer's customer can see: the same products, in the same order and at the same unit
 * prices, as the public API lists for that customer. Throws NotFound for an unknown id in the filter.
 */
export async function listForBuyer(
  context: CustomerContext,
  { availability, ...page }: CatalogueFilter & { limit: number; offset: number },
): Promise<BuyersProduct[]> {
  const shown = await readPortalSettings(context)
  const filter = { ...page, availability: shown.showAvailability ? availability : undefined }
  const { rows, terms } = await findProducts(context, { ...filter, customer: context.customerId })
  const at = context.clock()
  return rows.map((row) => buyersProduct(row, terms, { qty: 1, at, shown }).product)
}

/** The same with the images of the products. */
export async function browseForBuyer(
  context: CustomerContext,
  page: CatalogueFilter & { limit: number; offset: number },
): Promise<WithImage<BuyersProduct>[]> {
  const products = await listForBuyer(context, page)
  const images = await shownImages(
    context,
    products.map(({ id }) => id),
  )
  return products.map((product) => ({ ...product, image: images.get(product.id) ?? null }))
}

import { productForCustomer } from '../catalogue/product-for-customer.ts'
import { shownImages } from '../catalogue/shown-images.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import type { CustomerContext } from './buyer-context.ts'
import { buyersProduct } from './buyers-product.ts'
import { readPortalSettings } from './portal-settings.ts'

/** One product at the price of a quantity. Throws NotFound, also for one that the customer cannot see. */
export async function readForBuyer(context: CustomerContext, { id, qty }: { id: string; qty: number }) {
  const found = isUuid(id) ? await productForCustomer(context, { id }, context.customerId) : undefined
  if (!found?.customer || !found.visible) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  const shown = await readPortalSettings(context)
  const { product, candidates } = buyersProduct(found.product, found.terms, { qty, at: context.clock(), shown })
  const image = (await shownImages(context, [product.id])).get(product.id) ?? null
  return { ...product, image, brand: found.brand, category: found.category, candidates }
}

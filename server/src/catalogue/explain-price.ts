import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { InvalidInput, NotFound, quoted } from '../errors.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import { scheduledListPrice } from '../pricing/scheduled-list-price.ts'
import { listPriceOf, parseDocument, termsOfProduct } from './listed-product.ts'
import { productForCustomer } from './product-for-customer.ts'

export type ExplainedPrice = Evaluation & {
  sku: string
  productId: string
  name: string
  customer: CustomerRef
  qty: number
  /** True if the customer can see the product. The price is explained in both cases. */
  visible: boolean
}

/**
 * The price of a SKU for a customer, with its explanation: now, or at a later time, when scheduled list prices count.
 * Throws NotFound, naming the customer or the SKU, and InvalidInput for a time that is over.
 */
export async function explainPrice(
  context: WorkspaceContext,
  { customer, sku, qty, at }: { customer: string; sku: string; qty: number; at?: Date | undefined },
): Promise<ExplainedPrice> {
  const now = context.clock()
  if (at !== undefined && at < now) throw new InvalidInput([{ path: 'at', message: 'Must be a time from now on.' }])
  const found = await productForCustomer(context, { sku }, customer)
  if (!found?.customer) {
    await findCustomer(context, customer)
    throw new NotFound(`There is no product with the SKU ${quoted(sku)}.`)
  }
  const { product, terms, visible } = found
  const { id, sku: own, name } = parseDocument<{ id: string; sku: string; name: string }>(product)
  const scheduled = at && (await scheduledListPrice(context, { productId: id, at }))
  const listPrice = scheduled?.newPrice ?? listPriceOf(product)
  const evaluation = evaluatePrice(listPrice, termsOfProduct(product, terms!), qty, at ?? now)
  return { sku: own, productId: id, name, customer: found.customer, qty, visible, ...evaluation }
}

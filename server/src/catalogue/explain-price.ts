import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { selectProducts, visibleTo } from './product-rows.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'

export type ExplainedPrice = Evaluation & {
  sku: string
  productId: string
  name: string
  customer: CustomerRef
  qty: number
  /** Whether the customer can see the product; the price is told either way. */
  visible: boolean
}

/** What a customer pays for a SKU, and why. Throws NotFound, naming the customer or the SKU. */
export async function explainPrice(
  context: WorkspaceContext,
  input: { customer: string; sku: string; qty: number },
): Promise<ExplainedPrice> {
  const customer = await findCustomer(context, input.customer)
  const product = await selectProducts(context, customer.id)
    .select(visibleTo(context.workspaceId, customer.id).as('visible'))
    .where('p.sku_key', '=', matchingKey(input.sku))
    .executeTakeFirst()
  if (!product) throw new NotFound(`There is no product with the SKU ${quoted(input.sku)}.`)
  const { sku, id, name, visible } = product
  const priced = { listPrice: product.list_price, brand: product.brand, category: product.category }
  const evaluation = evaluatePrice(priced, product.terms, input.qty, context.clock())
  return { sku, productId: id, name, customer, qty: input.qty, visible, ...evaluation }
}

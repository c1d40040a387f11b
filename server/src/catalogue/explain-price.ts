import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { termsOn } from '../pricing/customer-terms.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import { findProducts, visibleTo } from './product-rows.ts'

export type ExplainedPrice = Evaluation & {
  sku: string
  productId: string
  name: string
  customer: CustomerRef
  qty: number
  /** Whether the customer can see the product; the price is told either way. */
  visible: boolean
}

type Explained = { sku: string; name: string; visible: boolean; customer: CustomerRef }

/** What a customer pays for a SKU, and why. Throws NotFound, naming the customer or the SKU. */
export async function explainPrice(
  context: WorkspaceContext,
  { customer, sku, qty }: { customer: string; sku: string; qty: number },
): Promise<ExplainedPrice> {
  const { workspaceId } = context
  const { products, terms } = await findProducts<Explained>(context, {
    customer,
    products: sql`
      select p.* from product p where p.workspace_id = ${workspaceId} and p.sku_key = ${matchingKey(sku)}
        and exists (select from asked_customer)`,
    by: sql`p.id`,
    columns: sql`p.sku, p.name, ${visibleTo(workspaceId, CUSTOMER_ID)} as visible,
      (select json_build_object('id', id, 'accountCode', account_code, 'name', name) from asked_customer) as customer`,
  })
  const [product] = products
  if (!product) {
    await findCustomer(context, customer)
    throw new NotFound(`There is no product with the SKU ${quoted(sku)}.`)
  }
  const evaluation = evaluatePrice(product.listPrice, termsOn(product, terms!), qty, context.clock())
  return {
    sku: product.sku,
    productId: product.id,
    name: product.name,
    customer: product.customer,
    qty,
    visible: product.visible,
    ...evaluation,
  }
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { termsOn } from '../pricing/customer-terms.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import { PRODUCT_ROW, readPriced, visibleTo } from './product-rows.ts'
import type { ProductRow } from './product-rows.ts'

export type ExplainedPrice = Evaluation & {
  sku: string
  productId: string
  name: string
  customer: CustomerRef
  qty: number
  /** Whether the customer can see the product; the price is told either way. */
  visible: boolean
}

type ExplainedRow = ProductRow & { sku: string; name: string; visible: boolean; customer: CustomerRef }

/** What a customer pays for a SKU, and why. Throws NotFound, naming the customer or the SKU. */
export async function explainPrice(
  context: WorkspaceContext,
  input: { customer: string; sku: string; qty: number },
): Promise<ExplainedPrice> {
  const { workspaceId } = context
  const page = sql`
    select ${PRODUCT_ROW}, p.sku, p.name, ${visibleTo(workspaceId, CUSTOMER_ID)} as visible,
      (select json_build_object('id', id, 'accountCode', account_code, 'name', name) from asked_customer) as customer
    from product p
    where p.workspace_id = ${workspaceId} and p.sku_key = ${matchingKey(input.sku)}
      and exists (select from asked_customer)`
  const { rows, terms } = await readPriced<ExplainedRow>(context, input.customer, { page })
  const [row] = rows
  if (!row) {
    await findCustomer(context, input.customer)
    throw new NotFound(`There is no product with the SKU ${quoted(input.sku)}.`)
  }
  const { sku, id, name, customer, visible } = row
  const evaluation = evaluatePrice(row.list_price, termsOn(row, terms!), input.qty, context.clock())
  return { sku, productId: id, name, customer, qty: input.qty, visible, ...evaluation }
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, customerNamed, findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { customerTerms, termsOf } from '../pricing/customer-terms.ts'
import type { TermsRow } from '../pricing/customer-terms.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import { visibleTo } from './product-rows.ts'

export type ExplainedPrice = Evaluation & {
  sku: string
  productId: string
  name: string
  customer: CustomerRef
  qty: number
  /** Whether the customer can see the product; the price is told either way. */
  visible: boolean
}

type ExplainedRow = TermsRow & {
  id: string
  sku: string
  name: string
  list_price: number | null
  visible: boolean
  customer: CustomerRef
}

/** What a customer pays for a SKU, and why. Throws NotFound, naming the customer or the SKU. */
export async function explainPrice(
  context: WorkspaceContext,
  input: { customer: string; sku: string; qty: number },
): Promise<ExplainedPrice> {
  const row = await findRow(context, input)
  if (!row) {
    await findCustomer(context, input.customer)
    throw new NotFound(`There is no product with the SKU ${quoted(input.sku)}.`)
  }
  const { sku, id, name, customer, visible } = row
  const evaluation = evaluatePrice(row.list_price, termsOf(row), input.qty, context.clock())
  return { sku, productId: id, name, customer, qty: input.qty, visible, ...evaluation }
}

async function findRow({ db, workspaceId }: WorkspaceContext, input: { customer: string; sku: string }) {
  const terms = customerTerms(workspaceId, CUSTOMER_ID)
  const { rows } = await sql<ExplainedRow>`
    with ${customerNamed(workspaceId, input.customer)}, ${terms.rules}
    select p.id, p.sku, p.name, p.list_price, ${terms.columns}, ${visibleTo(workspaceId, CUSTOMER_ID)} as visible,
      (select json_build_object('id', id, 'accountCode', account_code, 'name', name) from asked_customer) as customer
    from product p
    ${terms.joins}
    where p.workspace_id = ${workspaceId} and p.sku_key = ${matchingKey(input.sku)}
      and exists (select from asked_customer)`.execute(db)
  return rows[0]
}

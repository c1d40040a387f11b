import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, customerNamed, findCustomer } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { pricedProducts, visibleTo, withCtes, writeProduct } from './product-rows.ts'
import type { ProductRow } from './product-rows.ts'

/**
 * One product, priced at a quantity, as JSON with the names of its brand and category.
 * Throws NotFound, also for a customer who cannot see it.
 */
export async function readProduct(
  context: WorkspaceContext,
  input: { id: string; customer?: string | undefined; qty: number },
): Promise<string> {
  const row = isUuid(input.id) ? await findRow(context, input) : undefined
  if (row) {
    const { brand, category } = row
    return writeProduct(row, { qty: input.qty, at: context.clock() }, { brand, category })
  }
  if (input.customer !== undefined) await findCustomer(context, input.customer)
  throw new NotFound(`There is no product with the id ${quoted(input.id)}.`)
}

async function findRow({ db, workspaceId }: WorkspaceContext, input: { id: string; customer?: string | undefined }) {
  const customerId = input.customer === undefined ? null : CUSTOMER_ID
  const priced = pricedProducts(workspaceId, customerId)
  const ctes = input.customer === undefined ? [] : [customerNamed(workspaceId, input.customer)]
  const { rows } = await sql<ProductRow & { brand: string | null; category: string | null }>`
    ${withCtes([...ctes, ...priced.ctes])}
    select ${priced.columns}, b.name as brand, c.name as category
    from product p
    left join brand b on b.workspace_id = ${workspaceId} and b.id = p.brand_id
    left join category c on c.workspace_id = ${workspaceId} and c.id = p.category_id
    ${priced.joins}
    where p.workspace_id = ${workspaceId} and p.id = ${input.id}
      and ${customerId === null ? sql`true` : sql`exists (select from asked_customer) and ${visibleTo(workspaceId, customerId)}`}`.execute(
    db,
  )
  return rows[0]
}

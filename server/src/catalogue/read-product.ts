import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, findCustomer } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { findProducts, visibleTo, writeProduct } from './product-rows.ts'

type Names = { brand: string | null; category: string | null }

/**
 * One product, priced at a quantity, as JSON with the names of its brand and category.
 * Throws NotFound, also for a customer who cannot see it.
 */
export async function readProduct(
  context: WorkspaceContext,
  input: { id: string; customer?: string | undefined; qty: number },
): Promise<string> {
  const { id, customer, qty } = input
  const { products, terms } = isUuid(id) ? await findOne(context, input) : { products: [], terms: null }
  const [product] = products
  if (product) {
    const { brand, category } = product
    return writeProduct(product, terms, { qty, at: context.clock() }, { brand, category })
  }
  if (customer !== undefined) await findCustomer(context, customer)
  throw new NotFound(`There is no product with the id ${quoted(id)}.`)
}

async function findOne(context: WorkspaceContext, { id, customer }: { id: string; customer?: string | undefined }) {
  const { workspaceId } = context
  const seen =
    customer === undefined
      ? sql`true`
      : sql`exists (select from asked_customer) and ${visibleTo(workspaceId, CUSTOMER_ID)}`
  return findProducts<Names>(context, {
    customer,
    products: sql`select p.* from product p where p.workspace_id = ${workspaceId} and p.id = ${id} and ${seen}`,
    by: sql`p.id`,
    columns: sql`
      (select name from brand b where b.workspace_id = ${workspaceId} and b.id = p.brand_id) as brand,
      (select name from category c where c.workspace_id = ${workspaceId} and c.id = p.category_id) as category`,
  })
}

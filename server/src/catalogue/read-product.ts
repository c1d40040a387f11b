import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, findCustomer } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { PRODUCT_ROW, readPriced, visibleTo, writeProduct } from './product-rows.ts'
import type { ProductRow } from './product-rows.ts'

type NamedRow = ProductRow & { brand: string | null; category: string | null }

/**
 * One product, priced at a quantity, as JSON with the names of its brand and category.
 * Throws NotFound, also for a customer who cannot see it.
 */
export async function readProduct(
  context: WorkspaceContext,
  { id, customer, qty }: { id: string; customer?: string | undefined; qty: number },
): Promise<string> {
  const { workspaceId } = context
  const seen =
    customer === undefined
      ? sql`true`
      : sql`exists (select from asked_customer) and ${visibleTo(workspaceId, CUSTOMER_ID)}`
  const page = sql`
    select ${PRODUCT_ROW},
      (select name from brand b where b.workspace_id = ${workspaceId} and b.id = p.brand_id) as brand,
      (select name from category c where c.workspace_id = ${workspaceId} and c.id = p.category_id) as category
    from product p
    where p.workspace_id = ${workspaceId} and p.id = ${id} and ${seen}`
  const { rows, terms } = isUuid(id)
    ? await readPriced<NamedRow>(context, customer, { page })
    : { rows: [], terms: null }
  const [row] = rows
  if (row) {
    const { brand, category } = row
    return writeProduct(row, terms, { qty, at: context.clock() }, { brand, category })
  }
  if (customer !== undefined) await findCustomer(context, customer)
  throw new NotFound(`There is no product with the id ${quoted(id)}.`)
}

import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { selectProducts, shapeProduct, visibleTo } from './product-rows.ts'
import type { ProductWithNames } from './product-rows.ts'

/** One product, priced at a quantity. Throws NotFound, also for a customer who cannot see it. */
export async function readProduct(
  context: WorkspaceContext,
  input: { id: string; customer?: string | undefined; qty: number },
): Promise<ProductWithNames> {
  const customerId = input.customer === undefined ? null : (await findCustomer(context, input.customer)).id
  const notFound = new NotFound(`There is no product with the id ${quoted(input.id)}.`)
  if (!isUuid(input.id)) throw notFound
  const row = await selectProducts(context, customerId)
    .where('p.id', '=', input.id)
    .$if(customerId !== null, (query) => query.where(visibleTo(context.workspaceId, customerId!)))
    .executeTakeFirst()
  if (!row) throw notFound
  return shapeProduct(row, { qty: input.qty, at: context.clock() })
}

import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import type { RawJson } from '../reading/index.ts'
import { isUuid } from '../uuid.ts'
import { writeProduct } from './listed-product.ts'
import { productForCustomer } from './product-for-customer.ts'

/**
 * One product, priced at a quantity, as JSON with the names of its brand and category.
 * Throws NotFound, also for a customer who cannot see it.
 */
export async function readProduct(
  context: WorkspaceContext,
  { id, customer, qty }: { id: string; customer?: string | undefined; qty: number },
): Promise<RawJson> {
  const found = isUuid(id) ? await productForCustomer(context, { id }, customer) : undefined
  if (found && (customer === undefined || (found.customer && found.visible))) {
    const { product, terms, brand, category } = found
    return writeProduct(product, terms, { qty, at: context.clock() }, { brand, category })
  }
  if (customer !== undefined) await findCustomer(context, customer)
  throw new NotFound(`There is no product with the id ${quoted(id)}.`)
}

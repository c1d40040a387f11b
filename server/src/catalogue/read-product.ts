import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import type { RawJson } from '../database/paging/index.ts'
import { isUuid } from '../lib/uuid.ts'
import { productJson } from './listed-product.ts'
import { productForCustomer } from './product-for-customer.ts'

/**
 * One product as raw JSON, with its price at a quantity and the names of its brand and category.
 * Throws NotFound, also if the customer cannot see the product, and InvalidInput for a time whose prices are not known.
 */
export async function readProduct(
  context: WorkspaceContext,
  { id, customer, qty, at }: { id: string; customer?: string | undefined; qty: number; at?: Date | undefined },
): Promise<RawJson> {
  const found = isUuid(id) ? await productForCustomer(context, { id }, { customer, at }) : undefined
  if (found && (customer === undefined || (found.customer && found.visible))) {
    const { product, terms, brand, category } = found
    return productJson(product, terms, { qty, at: at ?? context.clock() }, { brand, category })
  }
  if (customer !== undefined) await findCustomer(context, customer)
  throw new NotFound(`There is no product with the id ${quoted(id)}.`)
}

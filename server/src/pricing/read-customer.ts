import type { WorkspaceContext } from '../context.ts'
import { buyersOfCustomer, shapeBuyer } from '../customers/buyer-rows.ts'
import { selectCustomers, shapeCustomer } from '../customers/customer-rows.ts'
import { isNamed, pickCustomer } from '../customers/find-customer.ts'
import { atOneState } from '../reading/index.ts'
import { agreedPricesOf } from './list-agreed-prices.ts'
import { discountsOf } from './list-discounts.ts'

/** One customer by id or account code, with its terms and buyers, of one state of the workspace. Throws NotFound. */
export async function readCustomer(context: WorkspaceContext, idOrCode: string) {
  const { result } = await atOneState(context, async () => {
    const rows = await selectCustomers(context)
      .select(buyersOfCustomer(context.workspaceId).as('buyers'))
      .where(isNamed(idOrCode))
      .execute()
    const { buyers, ...customer } = pickCustomer(rows, idOrCode)
    return {
      ...shapeCustomer(customer),
      discountRules: (await discountsOf(context, [customer.id])).get(customer.id)!,
      agreedPrices: await agreedPricesOf(context, customer.id),
      buyers: buyers.map(shapeBuyer),
    }
  })
  return result
}

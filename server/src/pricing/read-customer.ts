import type { WorkspaceContext } from '../context.ts'
import { buyersOfCustomer, shapeBuyer } from '../customers/buyer-rows.ts'
import type { Buyer } from '../customers/buyer-rows.ts'
import { selectCustomers, shapeCustomer } from '../customers/customer-rows.ts'
import type { Customer } from '../customers/customer-rows.ts'
import { isNamed, pickCustomer } from '../customers/find-customer.ts'
import { atOneState } from '../reading/index.ts'
import { agreedPricesOf } from './list-agreed-prices.ts'
import type { AgreedPrice } from './list-agreed-prices.ts'
import { discountsOf } from './list-discounts.ts'
import type { DiscountRule } from './list-discounts.ts'

export type CustomerWithTerms = Customer & {
  discountRules: DiscountRule[]
  agreedPrices: AgreedPrice[]
  buyers: Buyer[]
}

/** One customer by id or account code, with its terms and buyers, of one state of the workspace. Throws NotFound. */
export async function readCustomer(context: WorkspaceContext, idOrCode: string): Promise<CustomerWithTerms> {
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

import type { WorkspaceContext } from '../context.ts'
import { buyersOfCustomer, shapeBuyer } from '../customers/buyer-rows.ts'
import type { Buyer } from '../customers/buyer-rows.ts'
import { selectCustomers, shapeCustomer } from '../customers/customer-rows.ts'
import type { Customer } from '../customers/customer-rows.ts'
import { isNamed, pickCustomer } from '../customers/find-customer.ts'
import { agreedPricesOfCustomer, shapeAgreedPrice } from './list-agreed-prices.ts'
import type { AgreedPrice } from './list-agreed-prices.ts'
import { discountsOfCustomer, shapeDiscount } from './list-discounts.ts'
import type { DiscountRule } from './list-discounts.ts'

export type CustomerWithTerms = Customer & {
  discountRules: DiscountRule[]
  agreedPrices: AgreedPrice[]
  buyers: Buyer[]
}

/** One customer by id or account code, with its terms and buyers, in one statement. Throws NotFound. */
export async function readCustomer(context: WorkspaceContext, idOrCode: string): Promise<CustomerWithTerms> {
  const { workspaceId } = context
  const rows = await selectCustomers(context)
    .select([
      discountsOfCustomer(workspaceId).as('discountRules'),
      agreedPricesOfCustomer(workspaceId).as('agreedPrices'),
      buyersOfCustomer(workspaceId).as('buyers'),
    ])
    .where(isNamed(idOrCode))
    .execute()
  const { discountRules, agreedPrices, buyers, ...customer } = pickCustomer(rows, idOrCode)
  return {
    ...shapeCustomer(customer),
    discountRules: discountRules.map(shapeDiscount),
    agreedPrices: agreedPrices.map(shapeAgreedPrice),
    buyers: buyers.map(shapeBuyer),
  }
}

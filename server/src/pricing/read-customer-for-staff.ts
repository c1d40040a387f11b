import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { buyersOfCustomer, shapeBuyer } from '../customers/buyer-rows.ts'
import type { Buyer } from '../customers/buyer-rows.ts'
import { selectCustomers, shapeCustomer } from '../customers/customer-rows.ts'
import { withVersion } from '../customers/editable-customer.ts'
import type { EditableCustomer } from '../customers/editable-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { discountsOfCustomer, shapeDiscount } from './list-discounts.ts'
import type { DiscountRule } from './list-discounts.ts'

export type CustomerForStaff = EditableCustomer & {
  discountRules: DiscountRule[]
  buyers: Buyer[]
  /** Past and future ones too. They are listed apart, because a customer may have thousands. */
  agreedPriceCount: number
}

/** One customer by id with its discounts and buyers, in one statement. Throws NotFound. */
export async function readCustomerForStaff(context: WorkspaceContext, id: string): Promise<CustomerForStaff> {
  const { workspaceId } = context
  const rows = isUuid(id)
    ? await selectCustomers(context)
        .select([
          discountsOfCustomer(workspaceId).as('discountRules'),
          buyersOfCustomer(workspaceId).as('buyers'),
          agreedPriceCount(workspaceId).as('agreedPriceCount'),
        ])
        .where('id', '=', id)
        .execute()
    : []
  if (!rows[0]) throw new NotFound(`There is no customer with the id ${quoted(id)}.`)
  const { discountRules, buyers, agreedPriceCount: count, ...customer } = rows[0]
  return {
    ...withVersion(shapeCustomer(customer)),
    discountRules: discountRules.map(shapeDiscount),
    buyers: buyers.map(shapeBuyer),
    agreedPriceCount: count,
  }
}

function agreedPriceCount(workspaceId: string): RawBuilder<number> {
  return sql`(select count(*)::integer from agreed_price a
    where a.workspace_id = ${workspaceId} and a.customer_id = customer.id)`
}

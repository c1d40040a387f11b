import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { buyersOfCustomer, shapeBuyer } from '../customers/buyer-rows.ts'
import { selectCustomers, shapeCustomer } from '../customers/customer-rows.ts'
import { isNamed, pickCustomer } from '../customers/find-customer.ts'
import { atOneState } from '../database/paging/index.ts'
import { agreedPricesOf } from './list-agreed-prices.ts'
import { allDiscountsOf } from './list-discounts.ts'
import { withVersion } from '../customers/editable-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'

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
      discountRules: await allDiscountsOf(context, customer),
      agreedPrices: await agreedPricesOf(context, customer),
      buyers: buyers.map(shapeBuyer),
    }
  })
  return result
}

/** One customer by id with its discounts and buyers, of one state of the workspace. Throws NotFound. */
export async function readCustomerForStaff(context: WorkspaceContext, id: string) {
  const { result } = await atOneState(context, async () => {
    const found = isUuid(id) ? await readRow(context, id) : undefined
    if (!found) throw new NotFound(`There is no customer with the id ${quoted(id)}.`)
    const { buyers, agreedPriceCount: count, ...customer } = found
    return {
      ...withVersion(shapeCustomer(customer)),
      discountRules: await allDiscountsOf(context, customer),
      buyers: buyers.map(shapeBuyer),
      agreedPriceCount: count,
    }
  })
  return result
}

function readRow(context: WorkspaceContext, id: string) {
  const { workspaceId } = context
  return selectCustomers(context)
    .select([buyersOfCustomer(workspaceId).as('buyers'), agreedPriceCount(workspaceId).as('agreedPriceCount')])
    .where('id', '=', id)
    .executeTakeFirst()
}

function agreedPriceCount(workspaceId: string): RawBuilder<number> {
  return sql`(select count(*)::integer from agreed_price a
    where a.workspace_id = ${workspaceId} and a.customer_id = customer.id)`
}

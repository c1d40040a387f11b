import { readCredit } from '../orders/check-credit.ts'
import { readOrderSettings } from '../orders/order-settings.ts'
import type { BuyerContext } from './buyer-context.ts'
import { readBuyer } from './read-buyer.ts'

/**
 * On what terms the buyer's customer orders, in minor units: what the wholesaler and its buyers both know. `credit` is
 * null where no limit counts.
 */
export async function readOwnAccount(context: BuyerContext) {
  const { db, workspaceId, customerId } = context
  const { customer } = await readBuyer(context)
  const { creditPolicy, allowAddresses } = await readOrderSettings(context)
  const { limit, openBalance, openOrders } = await readCredit(context, customer, creditPolicy)
  const { paymentTermsDays } = await db
    .selectFrom('customer')
    .select('payment_terms_days as paymentTermsDays')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const left = (limit ?? 0) - (openBalance ?? 0) - openOrders.value
  return {
    paymentTermsDays,
    minOrderValue: customer.minOrderValue,
    credit: creditPolicy === 'nothing' || limit === null ? null : { limit, left: Math.max(0, left) },
    addresses: customer.addresses,
    mayChangeAddresses: allowAddresses,
  }
}

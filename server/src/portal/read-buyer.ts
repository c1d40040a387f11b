import { readCredit } from '../orders/check-credit.ts'
import { readOrderSettings } from '../orders/order-settings.ts'
import { emailOfBuyer } from '../customers/buyers.ts'
import { NotFound } from '../errors.ts'
import { minOrderValueOf } from '../orders/find-orderer.ts'
import type { BuyerContext } from './buyer-context.ts'

/** The buyer who asks, and their customer; that is `locked` until the transaction ends. */
export async function readBuyer({ db, workspaceId, buyerId, customerId }: BuyerContext, mode?: 'locked') {
  const { customer, accountCode, active, poRequired, addresses, creditLimit, openBalance, minOrderValue, ...me } =
    await db
      .selectFrom('buyer as b')
      .innerJoin('customer as c', (join) =>
        join.onRef('c.workspace_id', '=', 'b.workspace_id').onRef('c.id', '=', 'b.customer_id'),
      )
      .select(['b.id', 'person_id as personId', 'b.name', 'order_limit as orderLimit'])
      .select(['cost_centre as costCentre', 'order_mails as orderMails', 'price_mails as priceMails'])
      .select(emailOfBuyer('b').as('email'))
      .select(['c.name as customer', 'c.account_code as accountCode', 'c.active', 'c.po_required as poRequired'])
      .select(['c.addresses', 'c.credit_limit as creditLimit', 'c.open_balance as openBalance'])
      .select(minOrderValueOf('c', workspaceId).as('minOrderValue'))
      .where('b.workspace_id', '=', workspaceId)
      .where('b.id', '=', buyerId)
      .where('b.customer_id', '=', customerId)
      .$if(mode === 'locked', (query) => query.forNoKeyUpdate('c'))
      .executeTakeFirstOrThrow(() => new NotFound('There is no trade portal for you here.'))
  const account = { active, poRequired, addresses, creditLimit, openBalance, minOrderValue }
  return { me, customer: { id: customerId, name: customer, accountCode, ...account } }
}

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

import { emailOfBuyer } from '../customers/email-of-buyer.ts'
import { NotFound } from '../errors.ts'
import type { BuyerContext } from './buyer-context.ts'

/** The buyer who asks, and their customer; that is `locked` until the transaction ends. */
export async function readBuyer({ db, workspaceId, buyerId, customerId }: BuyerContext, mode?: 'locked') {
  const { customer, accountCode, active, poRequired, addresses, creditLimit, openBalance, ...me } = await db
    .selectFrom('buyer')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.workspace_id', '=', 'buyer.workspace_id').onRef('c.id', '=', 'buyer.customer_id'),
    )
    .select(['buyer.id', 'person_id as personId', 'buyer.name', 'order_limit as orderLimit'])
    .select(['cost_centre as costCentre', 'order_mails as orderMails', 'price_mails as priceMails'])
    .select(emailOfBuyer('buyer').as('email'))
    .select(['c.name as customer', 'c.account_code as accountCode', 'c.active', 'c.po_required as poRequired'])
    .select(['c.addresses', 'c.credit_limit as creditLimit', 'c.open_balance as openBalance'])
    .where('buyer.workspace_id', '=', workspaceId)
    .where('buyer.id', '=', buyerId)
    .where('buyer.customer_id', '=', customerId)
    .$if(mode === 'locked', (query) => query.forNoKeyUpdate('c'))
    .executeTakeFirstOrThrow(() => new NotFound('There is no trade portal for you here.'))
  const account = { active, poRequired, addresses, creditLimit, openBalance }
  return { me, customer: { id: customerId, name: customer, accountCode, ...account } }
}

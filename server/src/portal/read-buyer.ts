import { emailOfBuyer } from '../customers/email-of-buyer.ts'
import { NotFound } from '../errors.ts'
import type { BuyerContext } from './buyer-context.ts'

/** The buyer who asks, and their customer. */
export async function readBuyer({ db, workspaceId, buyerId, customerId }: BuyerContext) {
  const me = await db
    .selectFrom('buyer')
    .select(['id', 'person_id as personId', 'name', 'order_limit as orderLimit', 'cost_centre as costCentre'])
    .select(emailOfBuyer('buyer').as('email'))
    .select(['order_mails as orderMails', 'price_mails as priceMails'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', buyerId)
    .executeTakeFirstOrThrow(nobody)
  const customer = await db
    .selectFrom('customer')
    .select(['name', 'account_code as accountCode', 'po_required as poRequired'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow(nobody)
  return { me, customer }
}

function nobody(): NotFound {
  return new NotFound('There is no trade portal for you here.')
}

import { sql } from 'kysely'
import { indexHint } from '../database/index-hint.ts'
import { NotFound } from '../errors.ts'
import type { BuyerContext } from './buyer-context.ts'

/** The buyer who asks, and their customer. */
export async function readBuyer({ db, workspaceId, buyerId }: BuyerContext) {
  const { customerName, accountCode, poRequired, ...me } = await db
    .selectFrom('buyer as b')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.workspace_id', '=', 'b.workspace_id').onRef('c.id', '=', 'b.customer_id'),
    )
    .select(['b.id', 'b.person_id as personId', 'b.name', 'b.email'])
    .select(['b.order_limit as orderLimit', 'b.cost_centre as costCentre'])
    .select(['b.order_mails as orderMails', 'b.price_mails as priceMails'])
    .select(['c.name as customerName', 'c.account_code as accountCode', 'c.po_required as poRequired'])
    .where('b.workspace_id', '=', workspaceId)
    .where(indexHint({ 'b.id': sql`${buyerId}` }))
    .executeTakeFirstOrThrow(() => new NotFound('There is no trade portal for you here.'))
  return {
    me,
    customer: { name: customerName, accountCode, poRequired },
  }
}

import { differences } from '../workspaces/activity/differences.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { OrderMails } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import type { BuyerContext } from './buyer-context.ts'
import { readBuyer } from './read-buyer.ts'

/** Which mails a buyer wants: about which orders, and weekly about changed prices. */
type OwnMails = { orderMails: OrderMails; priceMails: boolean }

/** Sets which mails the buyer wants. */
export async function setOwnMails(context: BuyerContext, { orderMails, priceMails }: OwnMails): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { db, workspaceId, buyerId, customerId } = trx
    await db
      .selectFrom('buyer')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', buyerId)
      .forNoKeyUpdate()
      .execute()
    const { me } = await readBuyer(trx)
    const changes = differences(me, { orderMails, priceMails }, ['orderMails', 'priceMails'])
    if (Object.keys(changes).length === 0) return
    await db
      .updateTable('buyer')
      .set({ order_mails: orderMails, price_mails: priceMails })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', buyerId)
      .execute()
    if (!priceMails) await forgetToldPrices(trx)
    await recordActivity(trx, {
      action: 'buyer.set_mails',
      subject: { type: 'buyer', id: buyerId, label: me.name, customerId },
      changes,
    })
  })
}

/** Once no buyer of the customer wants the mail, the next one who does is told what changes from then on. */
async function forgetToldPrices({ db, workspaceId, customerId }: BuyerContext): Promise<void> {
  const other = await db
    .selectFrom('buyer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('price_mails', '=', true)
    .executeTakeFirst()
  if (other) return
  await db
    .deleteFrom('price_watch')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

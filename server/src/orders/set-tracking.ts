import { sql } from 'kysely'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import { statusInWords } from '../shared/order-steps.ts'
import { mailTracking } from './mail-buyers.ts'
import { orderToMove } from './order-step.ts'

/**
 * Sets where the goods of a dispatched order can be followed, a link or a text, and mails the buyers; null removes it,
 * and mails nobody. Throws NotFound, or InvalidRequest if the order is not on its way.
 */
export async function setTracking(
  context: WorkspaceContext,
  { id, tracking }: { id: string; tracking: string | null },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const order = await orderToMove(trx, id, 'locked')
    if (order.status !== 'dispatched') {
      throw new InvalidRequest(
        `The order is ${statusInWords(order.status)}: it can only be tracked while it is dispatched.`,
      )
    }
    if (order.tracking === tracking) return
    await trx.db
      .updateTable('sales_order')
      .set({ tracking, updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    const mails = tracking === null ? [] : await mailTracking(trx, order, tracking)
    await keepMails(trx, id, mails)
    await recordActivity(trx, {
      action: 'order.set_tracking',
      subject: { type: 'order', id, label: String(order.number) },
      changes: { tracking: { from: order.tracking, to: tracking } },
    })
  })
}

/** With the dispatch: who takes it back drops them, or corrects them. */
async function keepMails({ db, workspaceId }: WorkspaceContext, orderId: string, mails: string[]): Promise<void> {
  const ours = sql`workspace_id = ${workspaceId} and order_id = ${orderId}`
  await sql`
    update sales_order_history set mails = mails || ${textArray(mails)}::uuid[]
    where ${ours} and step = (select max(step) from sales_order_history where ${ours})`.execute(db)
}

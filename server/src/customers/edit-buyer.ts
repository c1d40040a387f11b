import { differences } from '../workspaces/activity/differences.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import type { OrderLimit } from '../shared/order-limit.ts'
import { closeBuyer, lockBuyer } from './lock-buyer.ts'
import type { WhichBuyer } from './lock-buyer.ts'
import { takeBackInvitations, takenBack } from './take-back-invitations.ts'

/** On what terms a buyer orders. `costCentre` stands on the orders of the buyer. */
export type BuyerTerms = { orderLimit?: OrderLimit | undefined; costCentre?: string | null | undefined }

/**
 * Sets up to which sum a buyer may order, and the cost centre; what is left out stays. Orders in progress are placed
 * first, at the limit of before. Only who may order any sum invites colleagues: the open invitations of a buyer who gets
 * a limit are taken back. Idempotent. Throws NotFound.
 */
export async function editBuyer(
  context: WorkspaceContext,
  { orderLimit, costCentre, ...which }: WhichBuyer & BuyerTerms,
): Promise<{ invitationsTakenBack: string[] }> {
  return inTransaction(context, async (trx) => {
    const buyer = await (orderLimit === undefined ? lockBuyer : closeBuyer)(trx, which)
    const before = { orderLimit: buyer.order_limit, costCentre: buyer.cost_centre }
    const changes = differences(before, { orderLimit, costCentre }, ['orderLimit', 'costCentre'])
    if (Object.keys(changes).length === 0) return { invitationsTakenBack: [] }
    await trx.db
      .updateTable('buyer')
      .set({
        order_limit: orderLimit === undefined ? before.orderLimit : orderLimit,
        cost_centre: costCentre === undefined ? before.costCentre : costCentre,
      })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', buyer.id)
      .execute()
    const losesAny = before.orderLimit === null && typeof orderLimit === 'number'
    const emails = losesAny ? await takeBackInvitations(trx, { type: 'buyer', id: buyer.id }) : []
    await recordActivity(trx, {
      action: 'buyer.update',
      subject: { type: 'buyer', id: buyer.id, label: buyer.name, customerId: buyer.customer_id },
      changes: { ...changes, ...takenBack(emails) },
    })
    return { invitationsTakenBack: emails }
  })
}

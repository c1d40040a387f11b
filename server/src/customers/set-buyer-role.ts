import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { closeBuyer } from './lock-buyer.ts'
import { takeBackInvitations, takenBack } from './take-back-invitations.ts'
import type { WhichBuyer } from './lock-buyer.ts'

/**
 * Says whether a buyer may order, or only prepare orders. Who may only prepare invites nobody: the open invitations
 * that they made are taken back. Idempotent. Throws NotFound.
 */
export async function setBuyerRole(
  context: WorkspaceContext,
  { mayOrder, ...which }: WhichBuyer & { mayOrder: boolean },
): Promise<{ invitationsTakenBack: string[] }> {
  return inTransaction(context, async (trx) => {
    const buyer = await closeBuyer(trx, which)
    if (buyer.may_order === mayOrder) return { invitationsTakenBack: [] }
    await trx.db
      .updateTable('buyer')
      .set({ may_order: mayOrder })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', buyer.id)
      .execute()
    const emails = mayOrder ? [] : await takeBackInvitations(trx, { type: 'buyer', id: buyer.id })
    await recordActivity(trx, {
      action: 'buyer.set_role',
      subject: { type: 'buyer', id: buyer.id, label: buyer.name, customerId: buyer.customer_id },
      changes: { mayOrder: { from: buyer.may_order, to: mayOrder }, ...takenBack(emails) },
    })
    return { invitationsTakenBack: emails }
  })
}

import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Refused } from '../errors.ts'
import { closeBuyer, lockBuyer } from './lock-buyer.ts'
import { takeBackInvitations, takenBack } from './take-back-invitations.ts'
import type { LockedBuyer, WhichBuyer } from './lock-buyer.ts'

/**
 * Disables a buyer, invited or not. Every request to the trade portal looks the buyer up, so it is refused at once; the
 * person's sessions go on for what they have elsewhere. The open invitations that they made are taken back. Idempotent.
 * Throws NotFound.
 */
export async function disableBuyer(
  context: WorkspaceContext,
  which: WhichBuyer,
): Promise<{ invitationsTakenBack: string[] }> {
  return inTransaction(context, async (trx) => {
    const buyer = await closeBuyer(trx, which)
    const byColleague = trx.actor.type === 'buyer'
    // Whom the wholesaler disables as well, no colleague enables.
    if (buyer.status === 'disabled' && (byColleague || buyer.disabled_from === null))
      return { invitationsTakenBack: [] }
    const disabled_from = byColleague && buyer.status !== 'disabled' ? buyer.status : null
    const emails = await takeBackInvitations(trx, { type: 'buyer', id: buyer.id })
    await setStatus(trx, buyer, { status: 'disabled', disabled_from }, takenBack(emails))
    return { invitationsTakenBack: emails }
  })
}

/**
 * Enables a buyer who is disabled or invited. Whoever enables an invited buyer vouches for the e-mail address.
 * Idempotent. Throws NotFound.
 */
export async function enableBuyer(context: WorkspaceContext, which: WhichBuyer): Promise<void> {
  await inTransaction(context, async (trx) => {
    const buyer = await lockBuyer(trx, which)
    if (buyer.status === 'active') return
    await setStatus(trx, buyer, { status: 'active', disabled_from: null, email_vouched: true })
  })
}

/**
 * Undoes that a colleague disabled a buyer: who had not joined is invited again, and nobody vouches for the e-mail.
 * Idempotent. Throws NotFound, and Refused for a buyer whom the wholesaler disabled.
 */
export async function enableColleague(context: WorkspaceContext, which: Required<WhichBuyer>): Promise<void> {
  await inTransaction(context, async (trx) => {
    const buyer = await lockBuyer(trx, which)
    if (buyer.status !== 'disabled') return
    if (buyer.disabled_from === null) {
      throw new Refused('forbidden', 'Your wholesaler has disabled this person: ask them.')
    }
    await setStatus(trx, buyer, { status: buyer.disabled_from, disabled_from: null })
  })
}

async function setStatus(
  trx: WorkspaceContext,
  buyer: LockedBuyer,
  values: Pick<LockedBuyer, 'status' | 'disabled_from'> & { email_vouched?: true },
  more: Record<string, unknown> = {},
): Promise<void> {
  await trx.db
    .updateTable('buyer')
    .set(values)
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', buyer.id)
    .execute()
  await recordActivity(trx, {
    action: values.status === 'disabled' ? 'buyer.disable' : 'buyer.enable',
    subject: { type: 'buyer', id: buyer.id, label: buyer.name, customerId: buyer.customer_id },
    changes: { status: { from: buyer.status, to: values.status }, ...more },
  })
}

import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'

/** Disables a buyer, invited or not: no sign-in, no orders; the person's sessions end. Idempotent. Throws NotFound. */
export async function disableBuyer(context: WorkspaceContext, { id }: { id: string }): Promise<void> {
  await setStatus(context, id, { status: 'disabled', action: 'buyer.disable' })
}

/**
 * Enables a buyer who is disabled or invited. Whoever enables an invited buyer vouches for the e-mail address.
 * Idempotent. Throws NotFound.
 */
export async function enableBuyer(context: WorkspaceContext, { id }: { id: string }): Promise<void> {
  await setStatus(context, id, { status: 'active', action: 'buyer.enable' })
}

async function setStatus(
  context: WorkspaceContext,
  id: string,
  { status, action }: { status: 'active' | 'disabled'; action: string },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const buyers = trx.db
      .selectFrom('buyer')
      .select(['id', 'name', 'status', 'customer_id', 'person_id'])
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .forNoKeyUpdate()
    const buyer = isUuid(id) ? await buyers.executeTakeFirst() : undefined
    if (!buyer) throw new NotFound(`There is no buyer with the id "${id}".`)
    if (buyer.status === status) return
    await trx.db
      .updateTable('buyer')
      // Staff who enable a buyer vouch for the e-mail.
      .set({ status, ...(status === 'active' && { email_vouched: true }) })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', buyer.id)
      .execute()
    if (status === 'disabled' && buyer.person_id !== null) {
      await trx.db.deleteFrom('session').where('person_id', '=', buyer.person_id).execute()
    }
    await recordActivity(trx, {
      action,
      subject: { type: 'buyer', id: buyer.id, label: buyer.name, customerId: buyer.customer_id },
      changes: { status: { from: buyer.status, to: status } },
    })
  })
}

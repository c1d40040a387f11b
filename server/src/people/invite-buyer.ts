import type { WorkspaceContext } from '../context.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { inviteBuyer } from '../customers/invite-buyer.ts'
import type { NewBuyer } from '../customers/invite-buyer.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { openInvitation } from './invitations.ts'
import type { Delivery, Invited } from './invitations.ts'

/**
 * Adds a buyer to a customer, and invites them to sign in. The id is the buyer's.
 * Throws what `inviteBuyer` of the customers throws, and RateLimited.
 */
export async function inviteBuyerToSignIn(
  context: WorkspaceContext,
  { delivery = 'mail', ...input }: NewBuyer & { delivery?: Delivery },
): Promise<Invited> {
  return inTransaction(context, async (trx) => {
    const { id } = await inviteBuyer(trx, input)
    const invitee = { email: input.email, name: input.name, role: null, buyerId: id }
    const { link } = await openInvitation(trx, invitee, delivery)
    return { id, link }
  })
}

/**
 * Invites a buyer again who has not joined yet: with a new link, for another week. The id is the buyer's.
 * Throws NotFound, InvalidRequest for one who has joined or is disabled, and RateLimited.
 */
export async function inviteBuyerAgain(
  context: WorkspaceContext,
  { id, delivery }: { id: string; delivery: Delivery },
): Promise<Invited> {
  return inTransaction(context, async (trx) => {
    const rows = trx.db
      .selectFrom('buyer')
      .select(['name', 'email', 'status', 'customer_id', 'person_id'])
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .forNoKeyUpdate()
    const buyer = isUuid(id) ? await rows.executeTakeFirst() : undefined
    if (!buyer) throw new NotFound(`There is no buyer with the id "${id}".`)
    const { name, email } = buyer
    if (buyer.person_id !== null || email === null) throw new InvalidRequest(`${name} has joined already.`)
    if (buyer.status === 'disabled') throw new InvalidRequest(`${name} is disabled, and cannot be invited.`)
    const { link } = await openInvitation(trx, { email, name, role: null, buyerId: id }, delivery)
    await recordActivity(trx, {
      action: 'buyer.invite',
      subject: { type: 'buyer', id, label: name, customerId: buyer.customer_id },
      changes: { email },
    })
    return { id, link }
  })
}

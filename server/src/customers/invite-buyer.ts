import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { requireBelowLimit } from './customer-limits.ts'
import type { BuyerTerms } from './edit-buyer.ts'
import { hasEmail } from './email-of-buyer.ts'
import { lockCustomer } from './find-customer.ts'

/** Left out, whom staff invite may order any sum, and whom a colleague invites only prepares. */
export type NewBuyer = { customer: string; name: string; email: string } & BuyerTerms

/**
 * Adds a buyer to a customer, with the status invited. E-mails of buyers are unique in the workspace.
 * Throws NotFound, naming the customer, and InvalidRequest if another buyer has the e-mail, or the customer has reached
 * the limit of buyers.
 */
export async function inviteBuyer(
  context: WorkspaceContext,
  { customer: idOrCode, name, email, costCentre = null, ...terms }: NewBuyer,
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const byColleague = trx.actor.type === 'buyer'
    const { orderLimit = byColleague ? 0 : null } = terms
    const customer = await lockCustomer(trx, idOrCode)
    await requireBelowLimit(trx, 'buyer', customer)
    if (await findBuyer(trx, email)) throw await takenBy(trx, email)
    const id = randomUUIDv7()
    const added = await trx.db
      .insertInto('buyer')
      .values({
        workspace_id: trx.workspaceId,
        id,
        customer_id: customer.id,
        name,
        email,
        email_key: matchingKey(email),
        status: 'invited',
        invited_at: trx.clock(),
        order_limit: orderLimit,
        cost_centre: costCentre,
        email_vouched: !byColleague,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'email_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // Somebody else did so just now.
    if (!added) throw await takenBy(trx, email)
    await recordActivity(trx, {
      action: 'buyer.invite',
      subject: { type: 'buyer', id, label: name, customerId: customer.id },
      changes: {
        customer: customer.name,
        email,
        ...(orderLimit !== null && { orderLimit }),
        ...(costCentre !== null && { costCentre }),
      },
    })
    return { id }
  })
}

async function takenBy(context: WorkspaceContext, email: string): Promise<InvalidInput | InvalidRequest> {
  // A buyer is not told who else buys here.
  if (context.actor.type === 'buyer') {
    return new InvalidInput([
      { path: 'email', message: 'Somebody with this e-mail is a buyer already: use another one.' },
    ])
  }
  const other = await findBuyer(context, email)
  const who = other
    ? `${other.name}, a buyer of ${other.customer} (${other.status}, id ${other.id}), has`
    : 'Someone has'
  return new InvalidRequest(`${who} the e-mail "${email}" already: e-mails of buyers are unique.`)
}

function findBuyer({ db, workspaceId }: WorkspaceContext, email: string) {
  return db
    .selectFrom('buyer as b')
    .innerJoin('customer as u', (join) =>
      join.on('u.workspace_id', '=', workspaceId).onRef('u.id', '=', 'b.customer_id'),
    )
    .select(['b.id', 'b.name', 'b.status', 'u.name as customer'])
    .where('b.workspace_id', '=', workspaceId)
    .where(hasEmail('b', workspaceId, email))
    .limit(1)
    .executeTakeFirst()
}

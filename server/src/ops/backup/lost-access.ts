import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { ActivityEntry } from '../../workspaces/activity/record-activity.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import type { OrderLimit } from '../../shared/order-limit.ts'

/** Somebody who had access by a backup, and lost it since. */
export type LostAccess = {
  /** Null for what a person has in the whole deployment. */
  workspaceId: string | null
  lost: 'membership' | 'owner' | 'buyer' | 'ordering' | 'customer' | 'password' | 'passkey' | 'email'
  /** Of the person, the buyer or the customer. */
  id: string
  name: string
  /** For a buyer. */
  customerId?: string
  /** For a buyer with a lower limit now, in minor units. */
  limitBefore?: OrderLimit
  limitNow?: OrderLimit
}

const RESTORE: Actor = { type: 'operator', id: null, name: 'Restore of a backup' }

/** Records them in the activity of their workspaces. So the next restore, of any backup, knows of them too. */
export async function recordLosses(
  context: Pick<Context, 'db' | 'clock'>,
  losses: readonly LostAccess[],
): Promise<void> {
  for (const loss of losses) {
    if (loss.workspaceId === null) continue
    await recordActivity({ ...context, workspaceId: loss.workspaceId, actor: RESTORE }, entryOf(loss))
  }
}

function entryOf({ lost, id, name: label, customerId, limitBefore, limitNow }: LostAccess): ActivityEntry {
  const person = { type: 'person', id, label }
  const buyer = { type: 'buyer', id, label, ...(customerId !== undefined && { customerId }) }
  switch (lost) {
    case 'membership':
      return { action: 'member.remove', subject: person, changes: {} }
    case 'owner':
      return { action: 'member.set_role', subject: person, changes: { role: { from: 'owner', to: 'staff' } } }
    case 'ordering':
      return { action: 'buyer.update', subject: buyer, changes: { orderLimit: { from: limitBefore, to: limitNow } } }
    case 'customer':
      return {
        action: 'customer.update',
        subject: { type: 'customer', id, label },
        changes: { active: { from: true, to: false } },
      }
    default:
      return { action: 'buyer.disable', subject: buyer, changes: {} }
  }
}

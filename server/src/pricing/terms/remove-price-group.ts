import { sql } from 'kysely'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockCustomerList } from '../../customers/customer-writes.ts'
import { findPriceGroup, lockPriceGroup } from '../../customers/find-price-group.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Conflict } from '../../errors.ts'
import { keepPastTerms } from '../past-terms.ts'
import { counted } from '../../shared/counted.ts'
import type { PriceMoves } from '../../shared/price-moves.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { movesOfMembership } from './moves-of-membership.ts'
import { moveCustomers } from './move-customers.ts'
import { customersOfGroup } from './customers-of-group.ts'

/**
 * Removes a price group, by id or name, with its terms: its customers belong to none then, all at one time. Throws
 * NotFound; Conflict if it has another number of customers than `seenCustomers` says.
 */
export async function removePriceGroup(
  context: WorkspaceContext,
  { group, seenCustomers }: { group: string; seenCustomers?: number | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    await lockCustomerList(trx)
    const { id, name } = await lockPriceGroup(trx, group, 'remove')
    const customers = await customersOfGroup(trx, id)
    if (seenCustomers !== undefined && seenCustomers !== customers.length) {
      throw new Conflict(`${name} has ${counted(customers.length, 'customer')} by now. Nothing was removed.`)
    }
    await moveCustomers(trx, customers, null)
    const ours = sql<boolean>`r.workspace_id = ${trx.workspaceId} and r.group_id = ${id}`
    await keepPastTerms(trx, 'discount_rule', ours)
    await keepPastTerms(trx, 'agreed_price', ours)
    // The foreign keys cascade to its terms.
    await trx.db.deleteFrom('price_group').where('workspace_id', '=', trx.workspaceId).where('id', '=', id).execute()
    await recordActivity(trx, {
      action: 'price_group.remove',
      subject: { type: 'price_group', id, label: name },
      changes: { customers: customers.length },
    })
  })
}

/** What `removePriceGroup` would do to prices, for one unit, now. Null where no price moves. Throws NotFound. */
export async function previewGroupRemoval(
  context: WorkspaceContext,
  { group }: { group: string },
): Promise<PriceMoves | null> {
  const { id } = await findPriceGroup(context, group)
  const customers = await customersOfGroup(context, id)
  return movesOfMembership(context, new Map(customers.map((customer) => [customer, null])))
}

import { sql } from 'kysely'
import { withSameVersion } from '../../workspaces/activity/record-versions.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockCustomers } from '../../customers/resolve-customers.ts'
import { rowset } from '../../database/rowset.ts'
import { deleteDiscounts, updateDiscounts } from './discount-rows.ts'

/** What a discount was, in basis points; null for one that was added. `version` is the one that it got then. */
export type DiscountBefore = { id: string; before: number | null; version: string | null }

/**
 * Gives discounts back what they were, and removes those that were added. What anybody has changed since is left.
 * Returns the ids that were restored and removed. Call it in a transaction.
 */
export async function restoreDiscounts(
  trx: WorkspaceContext,
  asked: readonly DiscountBefore[],
): Promise<{ restored: string[]; removed: string[] }> {
  await lockOwners(trx, asked)
  const intact = await withSameVersion(trx, 'discount_rule', asked)
  const removed = intact.filter(({ before }) => before === null).map(({ id }) => id)
  const old = intact.flatMap(({ id, before }) => (before === null ? [] : [{ id, discountBp: before }]))
  await deleteDiscounts(trx, removed)
  await updateDiscounts(trx, old)
  return { restored: old.map(({ id }) => id), removed }
}

/** The ids of those that nobody has changed since. */
export async function intactDiscounts(context: WorkspaceContext, asked: readonly DiscountBefore[]): Promise<string[]> {
  return (await withSameVersion(context, 'discount_rule', asked)).map(({ id }) => id)
}

/** Locks the customers of discounts: one call at a time changes the discounts of a customer. */
async function lockOwners(trx: WorkspaceContext, asked: readonly { id: string }[]): Promise<void> {
  const ids = asked.map(({ id }) => ({ id }))
  const { rows } = await sql<{ customerId: string }>`
    select distinct found.customer_id as "customerId" from ${rowset(ids, 'id uuid', 'asked')} cross join lateral (
      select customer_id from discount_rule
      where workspace_id = ${trx.workspaceId} and id = asked.id limit 1) found`.execute(trx.db)
  await lockCustomers(
    trx,
    rows.map(({ customerId }) => customerId),
  )
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { lockCustomers } from '../customers/resolve-customers.ts'
import { indexHint } from '../database/index-hint.ts'
import { rowset, textArray } from '../database/rowset.ts'
import { deleteDiscounts, updateDiscounts } from './discount-rows.ts'
import type { StoredDiscount } from './discount-rows.ts'
import { keepingPromises } from '../promises/keep-promises.ts'
import type { Touched } from '../promises/keep-promises.ts'

/** What a discount was, in basis points; null for one that was added. `given` is the one that it got then. */
export type DiscountBefore = { id: string; before: number | null; given: number }

type OwnedDiscount = StoredDiscount & { customerId: string }

/**
 * Gives discounts back what they were, and removes those that were added. What anybody has changed since is left.
 * Returns the ids that were restored and removed. Call it in a transaction.
 */
export async function restoreDiscounts(
  trx: WorkspaceContext,
  asked: readonly DiscountBefore[],
): Promise<{ restored: string[]; removed: string[] }> {
  const present = await lockDiscounts(
    trx,
    asked.map(({ id }) => id),
  )
  const intact = intactOf(asked, present)
  const removed = intact.filter(({ before }) => before === null).map(({ id }) => id)
  const old = intact.flatMap(({ id, before }) => (before === null ? [] : [{ id, discountBp: before }]))
  await keepingPromises(trx, touchedBy(trx, intact), async () => {
    await deleteDiscounts(trx, removed)
    await updateDiscounts(trx, old)
  })
  return { restored: old.map(({ id }) => id), removed }
}

/** Promises to the customers of discounts. */
function touchedBy({ workspaceId }: WorkspaceContext, discounts: readonly { id: string }[]): Touched {
  const ids = textArray(discounts.map(({ id }) => id))
  return {
    customer: (id) => sql`${id} in (
      select customer_id from discount_rule where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]))`,
  }
}

/** The ids of those that nobody has changed since. */
export async function intactDiscounts(context: WorkspaceContext, asked: readonly DiscountBefore[]): Promise<string[]> {
  const rows = await readDiscounts(
    context,
    asked.map(({ id }) => id),
  )
  return intactOf(asked, byId(rows)).map(({ id }) => id)
}

function intactOf(asked: readonly DiscountBefore[], present: ReadonlyMap<string, number>): DiscountBefore[] {
  return asked.filter(({ id, given }) => present.get(id) === given)
}

function byId(rows: readonly OwnedDiscount[]): Map<string, number> {
  return new Map(rows.map(({ id, discountBp }) => [id, discountBp]))
}

/**
 * What the discounts are, by id, with their customers locked: one call at a time changes the discounts of a customer.
 */
async function lockDiscounts(trx: WorkspaceContext, ids: readonly string[]): Promise<Map<string, number>> {
  const owners = await readDiscounts(trx, ids)
  await lockCustomers(trx, [...new Set(owners.map(({ customerId }) => customerId))])
  // Read again, now that nobody else changes them.
  return byId(await readDiscounts(trx, ids))
}

async function readDiscounts({ db, workspaceId }: WorkspaceContext, ids: readonly string[]): Promise<OwnedDiscount[]> {
  const asked = ids.map((id) => ({ id }))
  const { rows } = await sql<OwnedDiscount>`
    select found.* from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select id, customer_id as "customerId", discount_bp as "discountBp" from discount_rule
      where workspace_id = ${workspaceId} and ${indexHint({ id: sql`asked.id` })} limit 1) found`.execute(db)
  return rows
}

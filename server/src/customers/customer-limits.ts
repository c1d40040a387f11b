import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { InvalidRequest } from '../errors.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import type { CustomerRef } from './find-customer.ts'

/** What a customer has of a table, how many at most, and what can be done about it. */
const LIMITED = {
  agreed_price: {
    most: WORKSPACE_LIMITS.agreedPricesOfCustomer,
    called: 'agreed prices',
    advice: ' Remove some first, such as those that have ended.',
  },
  discount_rule: {
    most: WORKSPACE_LIMITS.discountsOfCustomer,
    called: 'discounts',
    advice: ' Remove some first, or give one on everything.',
  },
  buyer: { most: WORKSPACE_LIMITS.buyersOfCustomer, called: 'buyers', advice: '' },
} as const

/**
 * Throws InvalidRequest where the customer has as many as a customer can have. Call it with the customer locked, so that
 * none is added meanwhile.
 */
export async function requireRoomFor(
  { db, workspaceId }: WorkspaceContext,
  table: keyof typeof LIMITED,
  customer: CustomerRef,
): Promise<void> {
  const { most, called, advice } = LIMITED[table]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(table)} where workspace_id = ${workspaceId} and customer_id = ${customer.id}
      limit ${most}) counted`.execute(db)
  if (Number(rows[0]!.count) < most) return
  throw new InvalidRequest(`${customer.name} has ${most} ${called}, the most that a customer can have.${advice}`)
}

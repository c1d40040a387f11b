import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { InvalidRequest } from '../errors.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import type { CustomerRef } from './find-customer.ts'

/** For each table: the limit for one customer, the word for its rows, and advice. */
const LIMITED = {
  agreed_price: {
    most: WORKSPACE_LIMITS.agreedPricesOfCustomer,
    called: 'agreed prices',
    advice: ' Remove some first, for example those that have ended.',
  },
  discount_rule: {
    most: WORKSPACE_LIMITS.discountsOfCustomer,
    called: 'discounts',
    advice: ' Remove some first, or give one on everything.',
  },
  buyer: { most: WORKSPACE_LIMITS.buyersOfCustomer, called: 'buyers', advice: '' },
} as const

/**
 * Throws InvalidRequest if the customer has reached the limit of the table. Lock the customer first, so that no
 * concurrent call adds a row.
 */
export async function requireBelowLimit(
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
  throw new InvalidRequest(`${customer.name} has ${most} ${called}, which is the limit for a customer.${advice}`)
}

/** Says that a customer would have more agreed prices than it can. */
export function tooManyAgreedPrices({ name }: Pick<CustomerRef, 'name'>): string {
  const { most, called, advice } = LIMITED.agreed_price
  return `${name} would have more than ${most} ${called}, which is the limit for a customer.${advice}`
}

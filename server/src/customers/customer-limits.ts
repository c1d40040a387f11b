import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { InvalidRequest } from '../errors.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import type { CustomerRef } from './find-customer.ts'
import type { TermOwner } from './term-owner.ts'

/** For each table: the limit for one customer or price group, the word for its rows, and advice. */
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
 * Throws InvalidRequest if the customer or price group has reached the limit of the table. Lock it first, so that no
 * concurrent call adds a row.
 */
export async function requireBelowLimit(
  { db, workspaceId }: WorkspaceContext,
  table: keyof typeof LIMITED,
  { id, name, column = 'customer_id' }: Pick<CustomerRef, 'id' | 'name'> & { column?: TermOwner['column'] },
): Promise<void> {
  const { most, called, advice } = LIMITED[table]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(table)} where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${id}
      limit ${most}) counted`.execute(db)
  if (Number(rows[0]!.count) < most) return
  throw new InvalidRequest(`${name} has ${most} ${called}, which is the limit.${advice}`)
}

/** How many rows of the table a customer or price group has; how many customers are in a price group. */
export async function countOfOwner(
  { db, workspaceId }: WorkspaceContext,
  table: 'agreed_price' | 'discount_rule' | 'customer',
  { id, column }: Pick<TermOwner, 'id' | 'column'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}
    where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${id}`.execute(db)
  return rows[0]!.count
}

/** How many rows of the table each of these customers has. */
export async function countOfCustomers(
  { db, workspaceId }: WorkspaceContext,
  table: 'agreed_price' | 'discount_rule',
  customerIds: readonly string[],
): Promise<Map<string, number>> {
  if (customerIds.length === 0) return new Map()
  const asked = customerIds.map((id) => ({ id }))
  const { rows } = await sql<{ id: string; count: number }>`
    select asked.id, counted.count from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select count(*)::integer as count from (
        select from ${sql.table(table)}
        where workspace_id = ${workspaceId} and customer_id = asked.id) theirs) counted`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Says that a customer would have more of the table's rows than it can. */
export function tooMany(table: 'agreed_price' | 'discount_rule', { name }: Pick<CustomerRef, 'name'>): string {
  const { most, called, advice } = LIMITED[table]
  return `${name} would have more than ${most} ${called}, which is the limit.${advice}`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { PriceGroupRef } from '../customers/find-price-group.ts'

/** SQL: the price group of a customer, with its `id` and `name`; no row without one. With `past`: that of that time. */
export function groupOfCustomer(
  workspaceId: string,
  customerId: RawBuilder<unknown>,
  past?: Date,
): RawBuilder<unknown> {
  const present = sql`
    select group_id from customer where workspace_id = ${workspaceId} and id = ${customerId} limit 1`
  const named = sql`
    select g.id, g.name from price_group g
    where g.workspace_id = ${workspaceId} and g.id = belongs.group_id limit 1`
  if (past === undefined) return sql`(select named.* from (${present}) belongs cross join lateral (${named}) named)`
  // The first group that ended later, by its name of then; the present one, where none did.
  return sql`(
    select belongs.group_id as id, coalesce(belongs.group_name, (select name from (${named}) named)) as name
    from (
      (select 1 as rank, group_id, group_name from past_customer_group
        where workspace_id = ${workspaceId} and customer_id = ${customerId} and until > ${past} order by until limit 1)
      union all
      (select 2, present.group_id, null from (${present}) present) order by rank limit 1) belongs
    where belongs.group_id is not null)`
}

/** The present price group of a customer; null without one. */
export async function readPriceGroup(
  { db, workspaceId }: WorkspaceContext,
  customerId: string,
): Promise<PriceGroupRef | null> {
  const { rows } = await sql<PriceGroupRef>`
    select id, name from ${groupOfCustomer(workspaceId, sql`${customerId}::uuid`)} of_group`.execute(db)
  return rows[0] ?? null
}

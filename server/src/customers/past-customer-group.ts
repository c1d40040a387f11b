import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nextChangeTime } from '../workspaces/activity/product-changes.ts'
import type { WorkspaceContext } from '../context.ts'

/**
 * Keeps the price groups that customers leave or have not had, before they change. `asked` is a relation of that name,
 * with the `id` of each customer, who must be locked, and the `group_id` that it gets. Returns the ids of those whose
 * group changes. All of them change at one time.
 */
export async function keepPastGroups(trx: WorkspaceContext, asked: RawBuilder<unknown>): Promise<string[]> {
  const { db, workspaceId } = trx
  const moving = sql`
    ${asked} cross join lateral (
      select id, group_id from customer
      where workspace_id = ${workspaceId} and id = asked.id limit 1) c
    where c.group_id is distinct from asked.group_id`
  const { rows } = await sql<{ ids: string[] | null }>`select json_agg(c.id) as ids from ${moving}`.execute(db)
  const ids = rows[0]!.ids ?? []
  if (ids.length === 0) return []
  const at = await nextChangeTime(trx, trx.clock())
  await sql`
    insert into past_customer_group (workspace_id, customer_id, group_id, group_name, until)
    select ${workspaceId}, c.id, c.group_id,
      (select name from price_group where workspace_id = ${workspaceId} and id = c.group_id),
      ${at}::text::timestamptz
    from ${moving}`.execute(db)
  return ids
}

/**
 * Keeps the name of a price group for its customers, before it gets another one. To who follows their prices, that is a
 * change: labels name the group.
 */
export async function keepPastName(trx: WorkspaceContext, groupId: string): Promise<void> {
  const { db, workspaceId } = trx
  const at = await nextChangeTime(trx, trx.clock())
  await sql`
    insert into past_customer_group (workspace_id, customer_id, group_id, group_name, until)
    select ${workspaceId}, c.id, g.id, g.name, ${at}::text::timestamptz
    from price_group g join customer c on c.workspace_id = ${workspaceId} and c.group_id = g.id
    where g.workspace_id = ${workspaceId} and g.id = ${groupId}`.execute(db)
}

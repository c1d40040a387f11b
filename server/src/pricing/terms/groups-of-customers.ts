import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'

/** The ids of the price groups that customers are in, by their ids; null without one. */
export async function groupsOfCustomers(
  { db, workspaceId }: WorkspaceContext,
  customers: readonly { id: string }[],
): Promise<Map<string, string | null>> {
  const asked = rowset(
    customers.map(({ id }) => ({ id })),
    'id uuid',
    'asked',
  )
  const { rows } = await sql<{ id: string; group: string | null }>`
    select c.id, c.group_id as "group" from ${asked} cross join lateral (
      select id, group_id from customer
      where workspace_id = ${workspaceId} and id = asked.id limit 1) c`.execute(db)
  return new Map(rows.map(({ id, group }) => [id, group]))
}

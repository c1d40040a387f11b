import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { keepPastGroups } from '../../customers/past-customer-group.ts'
import { rowset, uuidArray } from '../../database/rowset.ts'

/**
 * Puts customers into a price group, or into none, at one time. Lock the list of customers first. Returns the ids of
 * those who were elsewhere.
 */
export async function moveCustomers(
  trx: WorkspaceContext,
  ids: readonly string[],
  groupId: string | null,
): Promise<string[]> {
  const { db, workspaceId, clock } = trx
  const asked = ids.toSorted().map((id) => ({ id, group_id: groupId }))
  const moved = await keepPastGroups(trx, rowset(asked, 'id uuid, group_id uuid', 'asked'))
  if (moved.length === 0) return []
  await sql`
    update customer set group_id = ${groupId}, updated_at = ${clock()}, version = version + 1
    where workspace_id = ${workspaceId} and id = any(${uuidArray(moved)})`.execute(db)
  return moved
}

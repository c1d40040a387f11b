import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { InvalidInput } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'

/**
 * The customers with these ids, by name, to be those that see a product. Throws InvalidInput for unknown ones and too
 * many.
 */
export async function namedCustomers(
  { db, workspaceId }: WorkspaceContext,
  ids: readonly string[],
  path: string,
): Promise<{ id: string; name: string }[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  const most = WORKSPACE_LIMITS.recipientsOfProduct
  if (wanted.length > most) throw new InvalidInput([{ path, message: `Must have at most ${most} customers.` }])
  const found = await db
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${textArray(wanted.filter(isUuid))}::uuid[])`)
    .orderBy('name')
    .orderBy('id')
    .execute()
  if (found.length === wanted.length) return found
  throw new InvalidInput([{ path, message: 'Some of these customers no longer exist: choose again.' }])
}

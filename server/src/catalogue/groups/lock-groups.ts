import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import { NotFound } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import type { Grouping } from './grouping.ts'

export type Group = { id: string; name: string }

/** Finds brands or categories by name, ignoring case. Their rows stay locked until the transaction ends. */
export async function lockGroups(
  { db, workspaceId }: WorkspaceContext,
  grouping: Grouping,
  names: readonly string[],
): Promise<{ find: (name: string) => Group | undefined; require: (name: string) => Group }> {
  const rows = await db
    .selectFrom(grouping)
    .select(['id', 'name', 'name_key'])
    .where('workspace_id', '=', workspaceId)
    .where('name_key', '=', sql<string>`any(${textArray(names.map(matchingKey))})`)
    .orderBy('name_key')
    .forUpdate()
    .execute()
  const find = (name: string) => rows.find((row) => row.name_key === matchingKey(name))
  return {
    find,
    require: (name) => {
      const found = find(name)
      if (!found) throw new NotFound(`There is no ${grouping} "${name}".`)
      return found
    },
  }
}

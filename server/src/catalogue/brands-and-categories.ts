import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset, textArray } from '../database/rowset.ts'
import { matchingKey } from '../matching-key.ts'

/** Brands and categories are the same thing twice: names that products are filed under. */
export type Grouping = 'brand' | 'category'

/** Every brand or category of the workspace, by name. */
export async function listGroups(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  grouping: Grouping,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom(grouping)
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Names as they are stored, with their ids, by the key that names are matched by. */
export type GroupsByKey = Map<string, { id: string; name: string }>

/** Finds each name ignoring case, and creates those that are not there yet: the first spelling stays. */
export async function findOrCreateGroups(
  context: WorkspaceContext,
  grouping: Grouping,
  names: readonly string[],
): Promise<GroupsByKey> {
  const wanted = new Map(names.map((name) => [matchingKey(name), name]).toReversed() as [string, string][])
  if (wanted.size === 0) return new Map()
  const found = await findGroups(context, grouping, [...wanted.keys()])
  const missing = [...wanted].filter(([key]) => !found.has(key)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (missing.length === 0) return found
  const rows = missing.map(([key, name]) => ({ id: randomUUIDv7(), name, name_key: key }))
  await sql`
    insert into ${sql.table(grouping)} (workspace_id, id, name, name_key)
    select ${context.workspaceId}, id, name, name_key from ${rowset(rows, 'id uuid, name text, name_key text')}
    on conflict (workspace_id, name_key) do nothing`.execute(context.db)
  // Read again rather than trusted: another call may have created some of them first.
  return findGroups(context, grouping, [...wanted.keys()])
}

async function findGroups(context: WorkspaceContext, grouping: Grouping, keys: string[]): Promise<GroupsByKey> {
  const rows = await context.db
    .selectFrom(grouping)
    .select(['id', 'name', 'name_key'])
    .where('workspace_id', '=', context.workspaceId)
    .where('name_key', '=', sql<string>`any(${textArray(keys)})`)
    .execute()
  return new Map(rows.map(({ id, name, name_key }) => [name_key, { id, name }]))
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { alongKey } from '../database/along-key.ts'
import { rowset } from '../database/rowset.ts'
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
  names: Record<Grouping, readonly string[]>,
): Promise<Record<Grouping, GroupsByKey>> {
  const wanted = { brand: byKey(names.brand), category: byKey(names.category) }
  const found = await findGroups(context, wanted)
  const created = [
    await createMissing(context, 'brand', wanted.brand, found.brand),
    await createMissing(context, 'category', wanted.category, found.category),
  ]
  // Read again rather than trusted: another call may have created some of them first.
  return created.some(Boolean) ? findGroups(context, wanted) : found
}

/** The spelling that comes first, by key. */
function byKey(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name): [string, string] => [matchingKey(name), name]).toReversed())
}

async function findGroups(
  { db, workspaceId }: WorkspaceContext,
  wanted: Record<Grouping, Map<string, string>>,
): Promise<Record<Grouping, GroupsByKey>> {
  const found: Record<Grouping, GroupsByKey> = { brand: new Map(), category: new Map() }
  if (wanted.brand.size + wanted.category.size === 0) return found
  const { rows } = await sql<{ grouping: Grouping; id: string; name: string; name_key: string }>`
    ${groupsNamed(workspaceId, 'brand', wanted.brand)}
    union all
    ${groupsNamed(workspaceId, 'category', wanted.category)}`.execute(db)
  for (const { grouping, id, name, name_key } of rows) found[grouping].set(name_key, { id, name })
  return found
}

/** Each is looked up by itself. */
function groupsNamed(workspaceId: string, grouping: Grouping, wanted: ReadonlyMap<string, string>) {
  const keys = [...wanted.keys()].map((key) => ({ key }))
  return sql`
    select ${sql.lit(grouping)} as grouping, g.id, g.name, g.name_key from ${rowset(keys, 'key text', 'asked')}
    cross join lateral (
      select id, name, name_key from ${sql.table(grouping)}
      where workspace_id = ${workspaceId} and ${alongKey({ name_key: sql`asked.key` })} limit 1) g`
}

/** Creates those that were not found, in the order of their keys, and says whether there were any. */
async function createMissing(
  { db, workspaceId }: WorkspaceContext,
  grouping: Grouping,
  wanted: Map<string, string>,
  found: GroupsByKey,
): Promise<boolean> {
  const missing = [...wanted].filter(([key]) => !found.has(key)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (missing.length === 0) return false
  const rows = missing.map(([key, name]) => ({ id: randomUUIDv7(), name, name_key: key }))
  await sql`
    insert into ${sql.table(grouping)} (workspace_id, id, name, name_key)
    select ${workspaceId}, id, name, name_key from ${rowset(rows, 'id uuid, name text, name_key text')}
    on conflict (workspace_id, name_key) do nothing`.execute(db)
  return true
}

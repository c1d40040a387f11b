import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { askedKeys, rowset } from '../../database/rowset.ts'
import type { Issue } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import type { RawJson } from '../../database/paging/index.ts'

/**
 * Finds each name, ignoring case, and creates the missing ones. The first spelling stays. `names` has one entry for
 * each row of a call, in order. If names exceed the limit of the workspace, the result has issues, and nothing is
 * created.
 */
export async function findOrCreateGroups(
  context: WorkspaceContext,
  names: Record<Grouping, readonly (string | undefined)[]>,
): Promise<Record<Grouping, GroupsByKey> & { issues: Issue[] }> {
  const wanted = { brand: byKey(names.brand), category: byKey(names.category) }
  const found = await findByKey(context, wanted)
  const issues = [
    ...(await groupsPastLimit(context, 'brand', names.brand, found.brand)),
    ...(await groupsPastLimit(context, 'category', names.category, found.category)),
  ]
  if (issues.length > 0) return { ...found, issues }
  const created = [
    await createMissing(context, 'brand', wanted.brand, found.brand),
    await createMissing(context, 'category', wanted.category, found.category),
  ]
  // Read again: another call may have created some of them first.
  return { ...(created.some(Boolean) ? await findByKey(context, wanted) : found), issues }
}

/** The first spelling of each name, by matching key. */
function byKey(names: readonly (string | undefined)[]): Map<string, string> {
  const given = names.filter((name) => name !== undefined)
  return new Map(given.map((name): [string, string] => [matchingKey(name), name]).toReversed())
}

/** Finds each name, ignoring case. */
export async function findGroups(
  context: WorkspaceContext,
  names: Record<Grouping, readonly (string | undefined)[]>,
): Promise<Record<Grouping, GroupsByKey>> {
  return findByKey(context, { brand: byKey(names.brand), category: byKey(names.category) })
}

async function findByKey(
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

/** One index lookup for each name. */
function groupsNamed(workspaceId: string, grouping: Grouping, wanted: ReadonlyMap<string, string>) {
  return sql`
    select ${sql.lit(grouping)} as grouping, g.id, g.name, g.name_key from ${askedKeys(wanted.keys())}
    cross join lateral (
      select id, name, name_key from ${sql.table(grouping)}
      where workspace_id = ${workspaceId} and name_key = asked.key limit 1) g`
}

/** Creates the names that were not found, in key order. Returns true if there were any. */
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

const PLURALS = { brand: 'brands', category: 'categories' } as const

/**
 * An issue for each row whose new brand or category exceeds the limit of the workspace. `names` has one entry for each
 * row. Counting happens only if some names are new. Concurrent calls do not see each other's new names, so together
 * they may exceed the limit slightly: by the rows of one call, for each concurrent call.
 */
async function groupsPastLimit(
  context: WorkspaceContext,
  grouping: Grouping,
  names: readonly (string | undefined)[],
  found: GroupsByKey,
): Promise<Issue[]> {
  const rows = names.map((name, row) => ({ key: name === undefined ? undefined : matchingKey(name), row }))
  const created = rows.filter(({ key }) => key !== undefined && !found.has(key))
  if (created.length === 0) return []
  const most = WORKSPACE_LIMITS[PLURALS[grouping]]
  const room = Math.max(0, most - (await countGroups(context, grouping, most)))
  const pastLimit = new Set([...new Set(created.map(({ key }) => key))].slice(room))
  const message =
    `A workspace has up to ${most} ${PLURALS[grouping]}, and this one exceeds the limit: ` +
    'use an existing one, or ask the operator to merge some.'
  return created
    .filter(({ key }) => pastLimit.has(key))
    .map(({ row }) => ({ path: `products.${row}.${grouping}`, message }))
}

/** The number of them, counted up to `most`. */
async function countGroups({ db, workspaceId }: WorkspaceContext, grouping: Grouping, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(grouping)} where workspace_id = ${workspaceId} limit ${most}) counted`.execute(db)
  return Number(rows[0]!.count)
}

/** Brands and categories work alike: both are names that group products. */
export type Grouping = 'brand' | 'category'

/** Stored names and their ids, by matching key. */
export type GroupsByKey = Map<string, { id: string; name: string }>

/** Every brand or category of the workspace, sorted by name, as a JSON list of ids and names, which the database makes. */
export async function listGroups({ db, workspaceId }: WorkspaceContext, grouping: Grouping): Promise<RawJson> {
  const { rows } = await sql<{ entries: RawJson | null }>`
    select string_agg(row_to_json(listed)::text, ',') as entries from (
      select id, name from ${sql.table(grouping)} where workspace_id = ${workspaceId}
        order by name, id) listed`.execute(db)
  return `[${rows[0]!.entries ?? ''}]`
}

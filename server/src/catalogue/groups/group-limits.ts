import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Issue } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-limits.ts'
import type { Grouping, GroupsByKey } from './grouping.ts'

const PLURALS = { brand: 'brands', category: 'categories' } as const

/**
 * An issue for each row whose new brand or category exceeds the limit of the workspace. `names` has one entry for each
 * row. Counting happens only if some names are new. Concurrent calls do not see each other's new names, so together
 * they may exceed the limit slightly: by the rows of one call, for each concurrent call.
 */
export async function groupsPastLimit(
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

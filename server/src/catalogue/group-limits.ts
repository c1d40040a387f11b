import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import type { Grouping, GroupsByKey } from './grouping.ts'

const PLURALS = { brand: 'brands', category: 'categories' } as const

/**
 * What the rows of a call name beyond the brands or categories that a workspace can have; `names` are theirs, in order.
 * They are counted only if some are new. Calls that count at once do not see what each other creates, and so may
 * together create a few too many: no more than a call has rows, for each that is worked on beside another.
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
    `A workspace has up to ${most} ${PLURALS[grouping]}, and this would be one more: ` +
    'name one that is there, or have some of them merged.'
  return created
    .filter(({ key }) => pastLimit.has(key))
    .map(({ row }) => ({ path: `products.${row}.${grouping}`, message }))
}

/** How many there are; `most` stands for any number from there on. */
async function countGroups({ db, workspaceId }: WorkspaceContext, grouping: Grouping, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(grouping)} where workspace_id = ${workspaceId} limit ${most}) counted`.execute(db)
  return Number(rows[0]!.count)
}

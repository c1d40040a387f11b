import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { indexHint } from './index-hint.ts'
import { rowset } from './rowset.ts'

/**
 * A condition for the rows of a table with these ids, for a `delete` or `update` of rows that are locked already. Each is looked up
 * by its key, then changed by ctid: for `id = any(…)`, a plan that knows no statistics reads all rows of the workspace.
 * "is true" keeps the planner from using an index for the rest.
 */
export function hasId(
  table: 'customer' | 'agreed_price' | 'discount_rule' | 'product',
  workspaceId: string,
  ids: readonly string[],
): RawBuilder<boolean> {
  const rows = ids.map((id) => ({ id }))
  return sql`(workspace_id = ${workspaceId}) is true and ctid = any(array(
    select found.ctid from ${rowset(rows, 'id uuid', 'asked')} cross join lateral (
      select ctid from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${indexHint({ id: sql`asked.id` })} limit 1) found))`
}

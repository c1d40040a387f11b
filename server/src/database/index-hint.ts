import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * An index hint: the end of a subquery for rows with these values, behind `where workspace_id = … and`. `limit 1` may follow.
 * Pass the columns of one index, in its order, without the workspace.
 *
 * The condition means that each column equals its value, and forces that index. A plan made for an empty table expects one
 * row per workspace. All indexes that begin with the workspace then cost the same, and Postgres takes the newest. The `order
 * by` rules out the others: they would need a sort, which sessions disable. Plain equality would not do, since equal values
 * need no order.
 */
export function indexHint(key: Record<string, RawBuilder<unknown>>): RawBuilder<boolean> {
  const columns = sql.join(Object.keys(key).map((column) => sql.ref(column)))
  const values = sql.join(Object.values(key))
  return sql`(${columns}) between (${values}) and (${values}) order by ${columns}`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The end of a subquery for the rows with these values, behind `where workspace_id = … and`. `limit 1` may follow. The
 * columns are those of one index, in its order, behind the workspace.
 *
 * It says no more than that each column equals its value, but there is only one index for it. A plan that is made while a
 * table is empty expects one row of a workspace, so that all indexes which begin with it cost the same, and Postgres takes
 * the newest. Of these only the index of the key has the rows in the order of the key: every other plan would have to
 * sort, which sessions avoid. An equality would not do, since what is equal needs no order.
 */
export function alongKey(key: Record<string, RawBuilder<unknown>>): RawBuilder<boolean> {
  const columns = sql.join(Object.keys(key).map((column) => sql.ref(column)))
  const values = sql.join(Object.values(key))
  return sql`(${columns}) between (${values}) and (${values}) order by ${columns}`
}

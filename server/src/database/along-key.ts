import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The end of a subquery for the rows of a key, behind `where workspace_id = … and`. `limit 1` may follow.
 *
 * It says no more than `column = value`, but there is only one index for it. A plan that is made while a table is empty
 * expects one row of a workspace, so that all indexes which begin with it cost the same, and Postgres takes the newest. Of
 * these only the index of the key has the rows in the order of the key: every other plan would have to sort, too.
 * An equality would not do, since what is equal needs no order.
 */
export function alongKey(column: string, value: RawBuilder<unknown>): RawBuilder<boolean> {
  const key = sql.ref(column)
  return sql`${key} between ${value} and ${value} order by ${key}`
}

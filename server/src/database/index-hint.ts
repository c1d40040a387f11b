import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * An index hint: the end of a subquery for rows with these values, behind `where workspace_id = … and`. `limit 1` may
 * follow. Pass the columns of one index, in its order, without the workspace.
 *
 * The condition means that each column equals its value, and forces that index. A plan made for an empty table expects
 * one row per workspace. All indexes that begin with the workspace then cost the same, and Postgres takes the newest.
 * The `order by` rules out the others: they would need a sort, which sessions disable. Of what equals a constant
 * Postgres knows that it needs no order, so the column that is ordered by is compared by `between`.
 *
 * The columns before it are compared by equality. A comparison of rows would not do: Postgres 15 reads on to the end of
 * the first column. `next` is the column behind these in the index; it is ordered by instead. Pass it where other
 * indexes have the order of the last column too.
 */
export function indexHint(key: Record<string, RawBuilder<unknown>>, next?: string): RawBuilder<boolean> {
  const columns = Object.entries(key)
  const ordered = next === undefined ? columns.pop()! : undefined
  const equalities = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (!ordered) return sql`${sql.join(equalities, sql` and `)} order by ${sql.ref(next!)}`
  const [column, value] = [sql.ref(ordered[0]), ordered[1]]
  return sql`${sql.join([...equalities, sql`${column} between ${value} and ${value}`], sql` and `)} order by ${column}`
}

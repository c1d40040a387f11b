import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { askNodes, isCluster } from '../database/cluster.ts'

/** Rows from which on a table is analyzed. */
const MIN_ROWS = 250

/**
 * Analyzes tables that have 250 rows, and then those whose rows have doubled since, so that plans for few rows are
 * replaced: whoever has one prepared plans anew. Autovacuum does that too, but only every minute, and on some servers
 * never. A growing table is analyzed a few times only, each time from a sample of limited size. Tables that this role
 * may not analyze, or that another session has locked, are skipped. Returns the analyzed tables; on a Citus cluster,
 * where each node analyzes its own shards, none.
 */
export async function analyzeGrown({ db }: Pick<Context, 'db'>): Promise<string[]> {
  if (await isCluster(db)) {
    await askNodes(db, ANALYZE_SHARDS)
    return []
  }
  const { rows } = await sql<{ name: string }>`${sql.raw(GROWN)}`.execute(db)
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** What this session has written counts from the next time on. */
const GROWN = `
  select c.relname as name
  from pg_stat_force_next_flush() flushed
  cross join pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')
    and pg_stat_get_live_tuples(c.oid) >= greatest(${MIN_ROWS}, 2 * c.reltuples)
  order by c.relname`

/** Citus hides its shards from those who do not ask for them. */
const ANALYZE_SHARDS = `do $$ declare shard text; begin
  perform set_config('citus.override_table_visibility', 'off', true);
  for shard in ${GROWN} loop execute format('analyze (skip_locked) %I', shard); end loop; end $$`

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { askNodes, isDistributed } from '../database/cluster.ts'
import { inTransaction } from '../database/transaction.ts'

/** Changed rows below which no table is analyzed. */
const MIN_CHANGES = 50

/**
 * Analyzes tables whose rows have doubled since the last analysis, so that cached plans for few rows are replaced.
 * Autovacuum does that too, but only every minute, and on some servers never. A growing table is analyzed a few times
 * only, each time from a sample of limited size. An advisory lock lets one process at a time do this. Tables that this
 * role may not analyze, or that another session has locked, are skipped. Returns the analyzed tables; on a Citus
 * cluster, where each node analyzes its own shards, none.
 */
export async function analyzeGrown(context: Pick<Context, 'db'>): Promise<string[]> {
  await sql`select pg_stat_force_next_flush()`.execute(context.db)
  return inTransaction(context, async ({ db }) => {
    const { rows: tried } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('analyze grown tables', 0)) as held`.execute(db)
    if (!tried[0]!.held) return []
    if (await isDistributed(db)) {
      await askNodes(db, ANALYZE_SHARDS)
      return []
    }
    const { rows } = await sql<{ name: string }>`${sql.raw(GROWN)}`.execute(db)
    for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
    return rows.map(({ name }) => name)
  })
}

const GROWN = `
  select s.relname as name
  from pg_stat_user_tables s
  join pg_class c on c.oid = s.relid
  where s.schemaname = current_schema() and pg_has_role(c.relowner, 'usage')
    and s.n_mod_since_analyze > ${MIN_CHANGES} + greatest(c.reltuples, 0)
  order by s.relname`

/** Citus hides its shards from those who do not ask for them. */
const ANALYZE_SHARDS = `do $$ declare shard text; begin
  perform set_config('citus.override_table_visibility', 'off', true);
  for shard in ${GROWN} loop execute format('analyze (skip_locked) %I', shard); end loop; end $$`

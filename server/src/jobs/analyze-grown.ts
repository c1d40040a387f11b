import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'

/** So many rows change before a table is worth it, however small it was. */
const LEAST_CHANGES = 50

/**
 * Tells the planner of tables that have doubled since it last looked: then plans that were made for few rows are made
 * anew. Postgres does that by itself, but only every minute, and on some servers never. Each table is analyzed a few times
 * on its way from the first row to the last, from a sample of bounded size. One process at a time does this; a table that
 * this role may not analyze, or that another session is at, is passed over. Returns the tables it analyzed.
 */
export async function analyzeGrown(context: Pick<Context, 'db'>): Promise<string[]> {
  await sql`select pg_stat_force_next_flush()`.execute(context.db)
  return inTransaction(context, async ({ db }) => {
    const { rows: tried } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('analyze grown tables', 0)) as held`.execute(db)
    if (!tried[0]!.held) return []
    const { rows } = await sql<{ name: string }>`
      select s.relname as name
      from pg_stat_user_tables s
      join pg_class c on c.oid = s.relid
      where s.schemaname = current_schema() and pg_has_role(c.relowner, 'usage')
        and s.n_mod_since_analyze > ${sql.lit(LEAST_CHANGES)} + greatest(c.reltuples, 0)
      order by s.relname`.execute(db)
    for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
    return rows.map(({ name }) => name)
  })
}

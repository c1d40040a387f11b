import { sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Runs work with custom plans: each statement is planned for the current number of rows, with full scans and sorts
 * allowed. It is for joins of very many rows, which take much longer than planning. Call it in a transaction, and write
 * what has foreign keys outside of it: the check of each row would be planned anew, which takes ten times as long.
 * The session's plans are back afterwards: such a check keeps its plan for the session, and must not scan a whole table.
 */
export async function withCustomPlans<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(db)
  await plan(db, 'force_custom_plan', 'on')
  const done = await work()
  await plan(db, rows[0]!.mode, 'off')
  return done
}

async function plan(db: Database, mode: string, all: 'on' | 'off'): Promise<void> {
  await sql`
    select set_config('plan_cache_mode', ${mode}, true), set_config('enable_seqscan', ${all}, true),
      set_config('enable_sort', ${all}, true)`.execute(db)
}

import { sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Has each statement of some work planned for the rows that there are by now, whole tables and sorts included: for joins of very
 * many rows, which take much longer than planning does. Within a transaction. What follows is planned as ever: the check
 * of a foreign key keeps its plan for the session, and must not read a table whole.
 */
export async function plannedBySize<T>(db: Database, work: () => Promise<T>): Promise<T> {
  await plan(db, 'force_custom_plan', 'on')
  const done = await work()
  await plan(db, 'force_generic_plan', 'off')
  return done
}

async function plan(db: Database, mode: string, all: 'on' | 'off'): Promise<void> {
  await sql`
    select set_config('plan_cache_mode', ${mode}, true), set_config('enable_seqscan', ${all}, true),
      set_config('enable_sort', ${all}, true)`.execute(db)
}

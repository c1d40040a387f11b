import { sql } from 'kysely'
import type { Database } from './tables.ts'

/** Turns off the timeouts of the open transaction. */
export async function liftTimeLimits(db: Database): Promise<void> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db)
}

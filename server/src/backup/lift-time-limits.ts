import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** Turns off the timeouts of the open transaction. */
export async function liftTimeLimits(db: Database): Promise<void> {
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`set local ${sql.raw(limit)} = 0`.execute(db)
  }
}

import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** Lets the open transaction take as long as it does, whatever limits the server has for requests. */
export async function liftTimeLimits(db: Database): Promise<void> {
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`set local ${sql.raw(limit)} = 0`.execute(db)
  }
}

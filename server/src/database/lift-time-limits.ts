import { sql } from 'kysely'
import type { Database } from './tables.ts'

/** Turns off the timeouts of the open transaction. */
export async function liftTimeLimits(db: Database): Promise<void> {
  // On a Citus cluster, these reach the other nodes.
  await sql`set local citus.propagate_set_commands = 'local'`.execute(db)
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`set local ${sql.raw(limit)} = 0`.execute(db)
  }
  await sql`set local citus.propagate_set_commands = 'none'`.execute(db)
}

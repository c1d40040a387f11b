import { sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Holds what is named until the transaction ends, together with others or alone. They let each other through in the
 * order in which they came. Row locks would not: who shares one passes by whoever waits to have it alone, so that those
 * who come without a pause could keep him waiting for ever.
 */
export async function hold(db: Database, name: string, how: 'together' | 'alone'): Promise<void> {
  const lock = sql.raw(how === 'together' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(db)
}

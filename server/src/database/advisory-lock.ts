import { sql } from 'kysely'
import type { Database } from './tables.ts'

export type LockMode = 'shared' | 'exclusive'

/**
 * Takes an advisory lock on a name, until the transaction ends. Postgres grants advisory locks in the order of
 * requests. Row locks differ: a new shared lock overtakes a waiting exclusive one, which steady writers would keep in
 * starvation.
 */
export async function advisoryLock(db: Database, name: string, mode: LockMode): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(db)
}

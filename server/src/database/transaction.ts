import { sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * SQLSTATEs after which the same transaction may well succeed: serialization failure, deadlock, and a foreign key whose
 * row another transaction removed after this one had found it, and which will not be found again.
 */
const RETRYABLE = new Set(['40001', '40P01', '23503'])
const ATTEMPTS = 5

/**
 * Runs the work in the transaction that is open, else in one of its own, again where the database ended that for the
 * sake of another one. Its clock stands still: what one transaction writes has one time.
 * Within the work, use only the context it is given: on the embedded store anything else would wait for ever.
 */
export async function inTransaction<C extends { db: Database; clock?: () => Date; lockTimeoutMs?: number }, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  // A verb that another one calls is part of its transaction; only the whole of that can be run again.
  if (context.db.isTransaction) return work(context)
  for (let attempt = 1; ; attempt++) {
    const at = context.clock?.()
    try {
      return await context.db.transaction().execute(async (trx) => {
        if (context.lockTimeoutMs !== undefined) await setLockTimeout(trx, context.lockTimeoutMs)
        return work({ ...context, db: trx, ...(at && { clock: () => at }) })
      })
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

async function setLockTimeout(trx: Database, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`.execute(trx)
}

/** Runs reads that must agree with each other: all of them see the store as it was when the first one began. */
export async function inSnapshot<C extends { db: Database }, T>(
  context: C,
  read: (context: C) => Promise<T>,
): Promise<T> {
  if (context.db.isTransaction) return read(context)
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => read({ ...context, db: trx }))
}

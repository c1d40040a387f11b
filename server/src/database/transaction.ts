import type { Database } from './tables.ts'
import { sql } from 'kysely'

type Transacting = {
  db: Database
  clock?: () => Date
  holdAccess?: (trx: Database) => Promise<void>
  written?: () => void
}

/**
 * SQLSTATEs after which a retry may succeed: serialization failure, deadlock, and a foreign key or unique key whose row
 * was removed or added by another transaction meanwhile. A retry then finds it so, and says it in words.
 */
const RETRYABLE = new Set(['40001', '40P01', '23503', '23505'])
/** The same as Citus reports it, where it copies rows to a node. */
const INTERNAL = /violates (foreign key|unique) constraint/
const ATTEMPTS = 5

/**
 * Runs the work in the open transaction, else in a new one. A new transaction is retried where it conflicts with
 * another one. Its clock is fixed: all writes of a transaction have one time. It begins with `holdAccess`: a request
 * may have been admitted long ago. Use only the given context within the work: on the embedded database, any other would
 * wait for ever.
 */
export async function inTransaction<C extends Transacting, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  // A nested call belongs to the outer transaction, and only that can be retried.
  if (context.db.isTransaction) return work(context)
  const result = await retried(() => {
    const at = context.clock?.()
    return context.db.transaction().execute(async (trx) => {
      await context.holdAccess?.(trx)
      return work({ ...context, db: trx, ...(at && { clock: () => at }) })
    })
  })
  context.written?.()
  return result
}

/** Runs a transaction, or a statement that is one, again where it conflicts with another one. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error as { code?: string; message?: string })) throw error
    }
  }
}

function isRetryable({ code = '', message = '' }: { code?: string; message?: string }): boolean {
  return RETRYABLE.has(code) || (code === 'XX000' && INTERNAL.test(message))
}

/** Runs reads in one snapshot: all of them see the database as it was when the first one began. */
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

/**
 * Who writes, a person or an API key with that id, holds this lock until the transaction ends. Whoever takes access
 * away waits for it. Advisory locks are granted in the order of requests, so a flood of writes cannot put that off.
 */
export async function holdAccess(trx: Database, id: string): Promise<void> {
  await advisoryLock(trx, `access of ${id}`, 'shared')
}

/**
 * Waits for the writes in progress of a person or an API key. Later ones wait until this transaction ends, and then
 * decide anew. Call it before the transaction locks anything else.
 */
export async function closeAccess(trx: Database, id: string): Promise<void> {
  await advisoryLock(trx, `access of ${id}`, 'exclusive')
}

/** Turns off the timeouts of the open transaction. */
export async function liftTimeLimits(db: Database): Promise<void> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db)
}

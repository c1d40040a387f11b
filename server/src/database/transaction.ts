import type { Database } from './tables.ts'

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
export async function retried<T>(run: () => Promise<T>): Promise<T> {
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

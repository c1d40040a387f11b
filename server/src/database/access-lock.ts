import { advisoryLock } from './advisory-lock.ts'
import type { Database } from './tables.ts'

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

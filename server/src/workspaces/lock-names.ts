import type { WorkspaceContext } from '../context.ts'
import { advisoryLock } from '../database/transaction.ts'
import type { LockMode } from '../database/transaction.ts'

/**
 * Locks the names of brands, categories and customers of the workspace until the transaction ends. Writers of products
 * take a shared lock: the names that they looked up stay valid. A rename, merge or deletion takes an exclusive one.
 * Lock order: take this lock before the rows of brands, categories, customers and products.
 */
export async function lockNames({ db, workspaceId }: WorkspaceContext, mode: LockMode): Promise<void> {
  await advisoryLock(db, `${workspaceId} names`, mode)
}

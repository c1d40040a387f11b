import type { WorkspaceContext } from '../context.ts'
import { hold } from '../database/hold.ts'

/**
 * Holds the brands, categories and customers of the workspace until the transaction ends. Those who put products under
 * them hold them together, and find them as they were looked up; one who renames, merges or deletes some holds them
 * alone. Hold them before any of their rows, and before products.
 */
export async function holdNames({ db, workspaceId }: WorkspaceContext, how: 'together' | 'alone'): Promise<void> {
  await hold(db, `${workspaceId} names`, how)
}

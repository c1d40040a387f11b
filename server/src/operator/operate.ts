import type { Config } from '../config.ts'
import { openStore } from '../database/open.ts'
import { FolderInUse, socketPath } from '../database/own-folder.ts'
import { runThroughOwner } from './command-socket.ts'
import { runOperation } from './operations.ts'
import type { OperationInput, OperationName, OperationResult } from './operations.ts'

/** Runs an operation on the configured database: itself, or through the process that has the folder open. */
export async function operate<N extends OperationName>(
  { database }: Config,
  operation: N,
  input: OperationInput<N>,
): Promise<OperationResult<N>> {
  try {
    const store = await openStore(database)
    try {
      return await runOperation({ db: store.db, clock: () => new Date() }, operation, input)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof FolderInUse) || database.engine !== 'embedded') throw error
    return runThroughOwner(socketPath(database.dataDir), operation, input)
  }
}

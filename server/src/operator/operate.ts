import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { openStore } from '../database/open.ts'
import { FolderInUse, socketPath } from '../database/own-folder.ts'
import { OwnerUnreachable, runThroughOwner } from './command-socket.ts'
import { runOperation } from './run-operation.ts'
import type { OperationInput, OperationName, OperationResult } from './run-operation.ts'

/** How long to wait for the owner of a folder that is just starting, or that is another command, in milliseconds. */
const PATIENCE_MS = 15_000
const PAUSE_MS = 200

/** Runs an operation on the configured database: itself, or through the process that has the folder open. */
export async function operate<N extends OperationName>(
  config: Config,
  operation: N,
  input: OperationInput<N>,
): Promise<OperationResult<N>> {
  for (const giveUp = Date.now() + PATIENCE_MS; ; await setTimeout(PAUSE_MS)) {
    try {
      return await operateOnce(config, operation, input)
    } catch (error) {
      if (!(error instanceof OwnerUnreachable) || Date.now() > giveUp) throw error
    }
  }
}

async function operateOnce<N extends OperationName>({ database }: Config, operation: N, input: OperationInput<N>) {
  try {
    await using cleanup = new AsyncDisposableStack()
    const store = await openStore(database)
    cleanup.defer(store.close)
    return await runOperation({ db: store.db, clock: () => new Date() }, operation, input)
  } catch (error) {
    if (!(error instanceof FolderInUse) || database.engine !== 'embedded') throw error
    return runThroughOwner(socketPath(database.dataDir), operation, input)
  }
}

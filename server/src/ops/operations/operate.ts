import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { openStore } from '../../database/open.ts'
import { FolderInUse, socketPath } from '../../database/own-folder.ts'
import { openImages } from '../../catalogue/images/open-images.ts'
import { siteUrl } from '../../lib/site-url.ts'
import { OwnerUnreachable, runThroughOwner } from './command-socket.ts'
import { runAsOperator } from './run-as-operator.ts'
import type { Operations } from './run-as-operator.ts'

/** How long to wait for an owner that is starting, or that is a short command, in milliseconds. */
const OWNER_TIMEOUT_MS = 15_000
const RETRY_EVERY_MS = 200

/** Runs an operation on the configured database: in this process, or in the process that owns the data folder. */
export async function operateOn(config: Config, operations: Operations, name: string, input: unknown): Promise<any> {
  for (const giveUp = Date.now() + OWNER_TIMEOUT_MS; ; await setTimeout(RETRY_EVERY_MS)) {
    try {
      return await operateOnce(config, operations, name, input)
    } catch (error) {
      if (!(error instanceof OwnerUnreachable) || Date.now() > giveUp) throw error
    }
  }
}

async function operateOnce(config: Config, operations: Operations, name: string, input: unknown): Promise<unknown> {
  const { database } = config
  const site = { url: siteUrl(config, config.host, config.port), sendsMail: config.smtp !== undefined }
  try {
    await using cleanup = new AsyncDisposableStack()
    const store = await openStore(database)
    cleanup.defer(store.close)
    const images = openImages(config.images)
    cleanup.defer(images.close)
    return await runAsOperator({ db: store.db, clock: () => new Date(), site, images }, operations[name]!, input)
  } catch (error) {
    if (!(error instanceof FolderInUse) || database.engine !== 'embedded') throw error
    return runThroughOwner(socketPath(database.dataDir), name, input)
  }
}

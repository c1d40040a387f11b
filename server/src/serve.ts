import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { openStore } from './database/open.ts'
import { socketPath } from './database/own-folder.ts'
import { OperatorError } from './errors.ts'
import { checkpointEmbedded } from './jobs/checkpoint-embedded.ts'
import { publishDuePriceChanges } from './jobs/publish-due-price-changes.ts'
import { runEvery } from './jobs/run-every.ts'
import { vacuumEmbedded } from './jobs/vacuum-embedded.ts'
import { serveCommands } from './operator/command-socket.ts'
import { sampleKey } from './operator/sample-key.ts'

/** How often a server that is stopping lets go of the connections that have become idle, in milliseconds. */
const IDLE_CHECK_MS = 50
/** How long requests in flight may take to finish, in milliseconds. */
const GRACE_MS = 5_000
/** How often to look for price changes that are due, in milliseconds. */
const DUE_CHECK_MS = 1_000
/** How often to look whether the embedded database wants vacuuming, in milliseconds. */
const VACUUM_CHECK_MS = 60_000
/** How often to look whether its log wants to be put into its data files, in milliseconds. */
const CHECKPOINT_CHECK_MS = 5_000

/** By how much the heap may outgrow what is alive in it: V8's own choice is several times that, on a large machine. */
const HEAP_GROWTH = '--heap-growing-percent=50'

type ServeOptions = {
  /** Makes the sample workspace first, when the database is empty. */
  sample: boolean
  /** Is told where the service is, once it answers. */
  announce?: (text: string) => void
}

/** Runs the service until SIGTERM or SIGINT, then lets the requests in flight finish. */
export async function serve(config: Config, { sample, announce = console.log }: ServeOptions): Promise<void> {
  setFlagsFromString(HEAP_GROWTH)
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await using cleanup = new AsyncDisposableStack()

  const store = await openStore(config.database)
  cleanup.defer(store.close)
  const context: Context = { db: store.db, clock: () => new Date() }
  if (config.database.engine === 'embedded') {
    const commands = await serveCommands(socketPath(config.database.dataDir), context)
    cleanup.defer(commands.close)
  }
  const keyToTry = sample ? await sampleKey(context, config.database) : null
  const app = await buildApp(context, config)
  cleanup.defer(() => closeGracefully(app))

  await listen(app, config)
  const resting = new Map<string, Date>()
  const publishing = runEvery(DUE_CHECK_MS, () => publishDuePriceChanges(context, app.log, resting), app.log)
  cleanup.defer(publishing.stop)
  if (config.database.engine === 'embedded') {
    cleanup.defer(runEvery(VACUUM_CHECK_MS, () => vacuumEmbedded(context), app.log).stop)
    cleanup.defer(runEvery(CHECKPOINT_CHECK_MS, () => checkpointEmbedded(context), app.log).stop)
  }
  announce(announcement(app.server.address() as AddressInfo, config, keyToTry))
  await stopped
}

/** Waits for the requests in flight, for a while, but for no connection that a client merely keeps open. */
async function closeGracefully(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  const hurry = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(hurry)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new OperatorError(`Cannot listen on ${host}:${port}: ${(error as Error).message}`)
  }
}

function announcement({ address, family, port }: AddressInfo, { tls }: Config, keyToTry: string | null): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  const url = `${tls ? 'https' : 'http'}://${host}:${port}`
  const lines = [`Trade Catalogue is at ${url}`, `The API is described at ${url}/docs`]
  if (keyToTry) lines.push(`Try it: curl -H 'Authorization: Bearer ${keyToTry}' '${url}/api/v1/products?limit=3'`)
  return lines.join('\n')
}

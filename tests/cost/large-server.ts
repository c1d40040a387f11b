import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../server/src/database/open.ts'
import { environment, startServer } from '../cli/run-cli.ts'
import type { RunningServer } from '../cli/run-cli.ts'
import { newDatabase } from '../engines/test-store.ts'
import { stockMuch } from './large-stock.ts'
import type { Filling, LargeStock } from './large-stock.ts'
import { Neighbourhood } from './neighbourhood.ts'

const WARM_UP_MS = 2_000
/** It takes half a minute on a machine that does nothing else. */
const FILLED_WITHIN_MS = 300_000

export type LargeServer = { server: RunningServer; stock: LargeStock; neighbourhood: Neighbourhood }

/**
 * The real server as its own process, on a database with a workspace of 100,000 products, or another one that is filled
 * with too much, and its neighbour.
 */
export function useLargeServer(filling?: Filling): LargeServer {
  const large = {} as LargeServer
  const closing = new AsyncDisposableStack()
  beforeAll(async () => {
    const database = await newDatabase()
    closing.defer(database.remove)
    const store = await openStore(database.config)
    const stock = await stockMuch(store, filling).finally(() => store.close())
    const images = mkdtempSync(join(tmpdir(), 'images-'))
    closing.defer(() => rmSync(images, { recursive: true }))
    const limits = { RATE_LIMIT_PER_MINUTE: '100000000', IMAGES_DIR: images }
    const server = await startServer({ ...environment(database.config), ...limits })
    closing.defer(async () => {
      const code = await server.stop()
      if (code !== 0) throw new Error(`The server ended with ${code}: ${server.printed().slice(-2_000)}`)
    })
    const neighbourhood = closing.use(new Neighbourhood(server, database.config, stock))
    // What is done for the first time takes longer.
    await neighbourhood.watch(WARM_UP_MS)
    Object.assign(large, { server, stock, neighbourhood })
  }, FILLED_WITHIN_MS)
  afterAll(() => closing.disposeAsync(), FILLED_WITHIN_MS)
  return large
}

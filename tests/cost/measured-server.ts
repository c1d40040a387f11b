import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import type { DatabaseConfig } from '../../server/src/config.ts'
import { openStore } from '../../server/src/database/open.ts'
import { environment, startServer } from '../cli/run-cli.ts'
import type { RunningServer } from '../cli/run-cli.ts'
import { newDatabase } from '../engines/test-store.ts'
import { RECORDED } from '../isolation/recorded-processes.ts'
import { Probe } from './reading.ts'
import { stock } from './stock.ts'
import type { Stocked } from './stock.ts'

export type MeasuredServer = {
  server: RunningServer
  port: number
  probe: Probe
  /** Of the process when it was last looked: see `Probe`. */
  yardstickMs: number
  stocked: Stocked
  /** Bytes of all tables and indexes. */
  storedBytes: () => Promise<number>
}

/** The real server as its own process, with a probe in it, on a database that holds much. */
export function useMeasuredServer(): MeasuredServer {
  const measured = {} as MeasuredServer
  const closing = new AsyncDisposableStack()
  beforeAll(async () => {
    const database = await newDatabase()
    closing.defer(database.remove)
    const store = await openStore(database.config)
    const stocked = await stock(store).finally(() => store.close())
    const folder = mkdtempSync(join(tmpdir(), 'trade-catalogue-cost-'))
    closing.defer(() => rmSync(folder, { recursive: true }))
    const socket = join(folder, 'probe')
    const server = await startServer({
      ...environment(database.config),
      RATE_LIMIT_PER_MINUTE: '100000000',
      COST_PROBE: socket,
      NODE_OPTIONS: `${RECORDED.NODE_OPTIONS} --expose-gc --import=${new URL('probe.ts', import.meta.url).href}`,
    })
    closing.defer(async () => void (await server.stop()))
    const port = Number(new URL(server.url).port)
    const { storedBytes, close } = sizeOf(database.config)
    closing.defer(close)
    const probe = new Probe(socket)
    const yardstickMs = await probe.yardstick()
    Object.assign(measured, { server, port, probe, yardstickMs, stocked, storedBytes })
  })
  afterAll(() => closing.disposeAsync())
  return measured
}

function sizeOf(config: DatabaseConfig): { storedBytes: () => Promise<number>; close: () => Promise<void> } {
  if (config.engine === 'embedded') {
    return { storedBytes: async () => sizeOfTables(config.dataDir), close: async () => {} }
  }
  const client = postgres(config.url, { max: 1, onnotice: () => {} })
  return {
    storedBytes: async () => {
      const [row] = await client<[{ bytes: string }]>`select pg_database_size(current_database()) as bytes`
      return Number(row.bytes)
    },
    close: () => client.end(),
  }
}

/** The embedded database keeps each table and index in its own files, as any Postgres does. */
function sizeOfTables(dataDir: string): number {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile() && /\/base(\/|$)/.test(file.parentPath))
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
}

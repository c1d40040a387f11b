import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { DatabaseConfig } from '../server/src/config.ts'
import { openDurablePglite } from '../server/src/database/durable-pglite.ts'

export type Statement = { text: string; values: unknown[] }

/** The database without the service: its driver alone, with rows as the text that comes over the wire. */
export type BareDatabase = {
  /** Whether it sees what the server writes. */
  isLive: boolean
  /** Runs a statement, prepared, and leaves its rows unread. */
  run: (statement: Statement) => Promise<unknown>
  rows: <T>(statement: Statement) => Promise<T[]>
  close: () => Promise<void>
}

/** On Postgres the same server over its own connections; a copy of a folder, which one process alone can open. */
export async function openBare(config: DatabaseConfig, connections: number): Promise<BareDatabase> {
  return config.engine === 'postgres' ? bareServer(config.url, connections) : bareFolder(config.dataDir)
}

function bareServer(url: string, connections: number): BareDatabase {
  const client = postgres(url, { max: connections, onnotice: () => {} })
  return {
    isLive: true,
    run: ({ text, values }) => client.unsafe(text, values as never[], { prepare: true }).raw(),
    rows: async <T>({ text, values }: Statement) => [...(await client.unsafe(text, values as never[]))] as T[],
    close: () => client.end(),
  }
}

async function bareFolder(dataDir: string): Promise<BareDatabase> {
  const copy = mkdtempSync(join(tmpdir(), 'trade-catalogue-bench-bare-'))
  cpSync(join(dataDir, 'database'), copy, { recursive: true })
  const pglite = await openDurablePglite(copy)
  const asText = Object.fromEntries(TYPES_READ.map((oid) => [oid, (text: string) => text]))
  return {
    isLive: false,
    run: ({ text, values }) => pglite.query(text, values, { rowMode: 'array', parsers: asText }),
    rows: async <T>({ text, values }: Statement) => (await pglite.query<T>(text, values)).rows,
    close: async () => {
      await pglite.close()
      rmSync(copy, { recursive: true })
    },
  }
}

/** boolean, int8, int4, json, timestamptz, jsonb. */
const TYPES_READ = [16, 20, 23, 114, 1184, 3802]

import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { givenWorkspace } from '../../tests/cli/given-workspace.ts'
import { environment } from '../../tests/cli/run-cli.ts'
import { product, products } from '../catalogue.ts'
import { apiRequest } from '../load.ts'
import type { Request } from '../load.ts'
import { measuredLoad } from '../measure.ts'
import { benchDatabase, benchServer } from '../server-under-load.ts'
import { SIZES } from '../workload.ts'
import type { Bench, Figures, Workload } from '../workload.ts'

const BATCH = 100
const CLIENTS = 4
const QUICK_ROWS = 2_000
const PARTS = 10
/** The number of the first product of the second workspace. */
const SECOND = 40_000_000
const MOST_OF_SECOND = 100_000
/** A session that rests has told the server by then what it read, in milliseconds. */
const TELLING_MS = 11_000

/** What a new user does: the service is started on an empty database, and then all products are sent. */
export const firstSync: Workload = {
  name: 'first-sync',
  onItsOwn: true,
  targets: [
    { figure: 'growth', atMost: 1.25, at: ['10k', '100k', '1m'] },
    { figure: 'readPerRow', atMost: 2, at: ['10k', '100k', '1m'], engine: 'postgres' },
  ],
  run: async ({ options }, note) => {
    // What the service itself does about statistics has to do: on some servers nobody else does anything.
    const database = await benchDatabase(options.engine, ['autovacuum=off'])
    try {
      const server = await benchServer(database)
      try {
        const bench = { options, database, server }
        const rows = options.quick ? QUICK_ROWS : SIZES[options.size]
        const first = await sync(bench, { name: 'First', from: 0, rows }, note)
        const second = await sync(bench, { name: 'Second', from: SECOND, rows: Math.min(rows, MOST_OF_SECOND) }, note)
        return { ...first, growth: Math.max(first.growth!, second.growth!), ...larger(first, second) }
      } finally {
        await server.stop()
      }
    } finally {
      database.remove()
    }
  },
}

function larger(...[first, second]: [Figures, Figures]): Figures {
  if (first.readPerRow === undefined || second.readPerRow === undefined) return {}
  return { readPerRow: Math.max(first.readPerRow, second.readPerRow) }
}

type FirstSync = Pick<Bench, 'options' | 'database' | 'server'>
type Part = { name: string; from: number; rows: number }

/** Fills a new workspace. `growth` is what a row of its last tenth costs, beside one of the first. */
async function sync(bench: FirstSync, { name, from, rows }: Part, note: (text: string) => void): Promise<Figures> {
  const { key } = await givenWorkspace(environment(bench.database.config))
  const before = await readSoFar(bench)
  const parts: Figures[] = []
  for (let part = 0; part < PARTS; part++) {
    const next = requests(key, from + (part * rows) / PARTS, rows / PARTS)
    const { load, figures } = await measuredLoad(bench, next, { connections: CLIENTS, seconds: Infinity, rows: BATCH })
    if (load.firstError) throw new Error(load.firstError)
    parts.push(figures)
  }
  await checkStored(bench, key, from + rows - 1)
  const rates = parts.map(({ perSecond }) => perSecond!)
  note(`${name} workspace, rows/s by tenths: ${rates.map((rate) => rate.toFixed(0)).join(' ')}`)
  const processor = parts.map(({ serverCpu = 0, databaseCpu = 0 }) => serverCpu + databaseCpu)
  note(`${name} workspace, seconds of processor for 1,000 rows: ${processor.map((cpu) => cpu.toFixed(2)).join(' ')}`)
  const most = mostRead(before, await readSoFar(bench))
  if (most) note(`${name} workspace: of ${most.name} ${(most.read / rows).toFixed(2)} are read for a row that is sent`)
  return {
    ...parts.at(-1)!,
    perSecond: PARTS / rates.reduce((sum, rate) => sum + 1 / rate, 0),
    growth: rates[0]! / rates.at(-1)!,
    ...(most && { readPerRow: most.read / rows }),
  }
}

function requests(key: string, from: number, rows: number): () => Request | undefined {
  const calls: Request[] = []
  for (let first = from; first < from + rows; first += BATCH) {
    const body = JSON.stringify({ products: products(first, BATCH) })
    calls.push({ bytes: Buffer.from(apiRequest(key, '/products', { body })), status: 200 })
  }
  return () => calls.shift()
}

async function checkStored({ server }: FirstSync, key: string, number: number): Promise<void> {
  const { sku, name } = product(number)
  const { body, text } = await server.request(`/products?q=${sku}`, { key })
  assert.equal(body?.data?.[0]?.name, name, text)
}

type Read = Map<string, number>

/** Rows of each table, and entries of each index, that have been read; undefined where nobody else can ask for them. */
async function readSoFar({ database: { config }, options }: FirstSync): Promise<Read | undefined> {
  if (config.engine === 'embedded' || options.quick) return undefined
  await setTimeout(TELLING_MS)
  const client = postgres(config.url, { max: 1 })
  const rows = await client<{ name: string; read: number }[]>`
    select indexrelname as name, idx_tup_read::float as read from pg_stat_user_indexes
    union all
    select relname, seq_tup_read::float from pg_stat_user_tables`
  await client.end()
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/** The table or index of which most was read meanwhile. */
function mostRead(before: Read | undefined, after: Read | undefined): { name: string; read: number } | undefined {
  if (!before || !after) return undefined
  const reads = [...after].map(([name, read]) => ({ name, read: read - before.get(name)! }))
  return reads.toSorted((a, b) => b.read - a.read)[0]
}

import assert from 'node:assert/strict'
import { givenWorkspace } from '../../tests/given/workspace.ts'
import { environment } from '../../tests/given/run-cli.ts'
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

/** What a new user does: the service is started on an empty database, and then all products are sent. */
export const firstSync: Workload = {
  name: 'first-sync',
  onItsOwn: true,
  targets: [{ figure: 'growth', atMost: 1.25, at: ['10k', '100k', '1m'] }],
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
        return { ...first, growth: Math.max(first.growth!, second.growth!) }
      } finally {
        await server.stop()
      }
    } finally {
      database.remove()
    }
  },
}

type FirstSync = Pick<Bench, 'options' | 'database' | 'server'>
type Part = { name: string; from: number; rows: number }

/** Fills a new workspace. `growth` is what a row of its last tenth costs, beside one of the first. */
async function sync(bench: FirstSync, { name, from, rows }: Part, note: (text: string) => void): Promise<Figures> {
  const { key } = await givenWorkspace(environment(bench.database.config))
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
  return {
    ...parts.at(-1)!,
    perSecond: PARTS / rates.reduce((sum, rate) => sum + 1 / rate, 0),
    growth: rates[0]! / rates.at(-1)!,
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

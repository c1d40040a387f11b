import assert from 'node:assert/strict'
import { apiRequest } from '../load.ts'
import { products } from '../catalogue.ts'
import { median } from '../measure.ts'
import { residentMemory } from '../process-usage.ts'
import { openLoad } from '../open-load.ts'
import { benchDatabase, benchServer } from '../server-under-load.ts'
import { COMMON_WORDS } from '../words.ts'
import { accountCode } from '../terms.ts'
import type { Bench, Size, Workload } from '../workload.ts'
import { drawing, unique } from './read.ts'

/** Numbers of the products that `steady` sends, which no other workload writes. */
const STEADY_FROM = 13_000_000

const EVERY_SIZE: Size[] = ['10k', '100k', '1m']

/** Of requests in a second, which is no more than a service with nothing to fear has to do. */
const STEADY_RATE = 80
/** One request in so many sends 100 products. */
const SYNC_EVERY = 50
/** Parts of the time, of which the last is compared with the second: in the first, caches fill. */
const PARTS = 10

/**
 * Reads of all kinds and some syncs, as a service has them all day: `--seconds 3600` tells whether memory stays as it is.
 */
const steady: Workload = {
  name: 'steady',
  targets: [
    { figure: 'memory', atMost: 250, at: EVERY_SIZE },
    { figure: 'growth', atMost: 1.1, at: EVERY_SIZE },
    { figure: 'errors', atMost: 0, at: EVERY_SIZE },
  ],
  run: async (bench, note) => {
    const read = readsOfAllKinds(bench)
    const sync = (edition: number) => {
      const body = JSON.stringify({ products: products(STEADY_FROM, 100, edition) })
      return apiRequest(bench.filled.writes.keys[0]!, '/products', { body })
    }
    let requests = 0
    const next = () => (++requests % SYNC_EVERY === 0 ? sync(requests / SYNC_EVERY) : read())
    const held: number[] = []
    let [p99, errors] = [0, 0]
    for (let part = 0; part < PARTS; part++) {
      const { byStatus, unsent } = await openLoad(bench.server.port, next, {
        perSecond: STEADY_RATE,
        connections: bench.options.connections,
        seconds: bench.options.seconds / PARTS,
      })
      const { 200: ok, ...others } = byStatus
      p99 = Math.max(p99, ok?.p99 ?? Infinity)
      errors += Object.values(others).reduce((sum, { count }) => sum + count, unsent)
      held.push(residentMemory(bench.server.pid) ?? NaN)
    }
    note(`MB after each tenth of the time: ${held.join(', ')}`)
    return {
      perSecond: STEADY_RATE,
      p99,
      errors,
      memory: held.at(-1),
      growth: held.at(-1)! / held[1]!,
    }
  },
}

function readsOfAllKinds({ filled }: Bench): () => string {
  const draw = drawing(7)
  const paths = [
    () => `/products?offset=${draw(filled.products)}`,
    () => `/products?offset=${draw(5_000)}&customer=${accountCode(draw(1_000))}`,
    () => `/products?q=${COMMON_WORDS[draw(COMMON_WORDS.length)]}`,
    () => `/products/${filled.sample[draw(filled.sample.length)]!.id}`,
    () => '/brands',
  ]
  return () => apiRequest(filled.keys[0]!, unique(paths[draw(paths.length)]!()))
}

/** From the start of the process to the first answer, on the database that is there. */
const start: Workload = {
  name: 'start',
  targets: [
    { figure: 'seconds', atMost: 0.6, at: EVERY_SIZE, engine: 'postgres' },
    { figure: 'seconds', atMost: 1.2, at: EVERY_SIZE, engine: 'embedded' },
  ],
  run: async (bench) => ({ seconds: await median(bench, () => bench.restart()) }),
}

/** The same where nothing is there yet: the whole schema is made first. */
const startNew: Workload = {
  name: 'start-new',
  targets: [{ figure: 'seconds', atMost: 5, at: EVERY_SIZE, engine: 'embedded' }],
  run: async (bench) => {
    const seconds = await median(bench, async () => {
      const database = await benchDatabase(bench.options.engine)
      const started = performance.now()
      const server = await benchServer(database)
      const { status } = await server.request('/openapi.json', { key: '' })
      const seconds = (performance.now() - started) / 1000
      await server.stop()
      await database.remove()
      assert.equal(status, 200)
      return seconds
    })
    return { seconds }
  },
}

export const SERVICE = { steady, starts: [start, startNew] }

import { load, readRequest } from '../load.ts'
import { childrenOf } from '../process-usage.ts'
import { holdProcessors } from '../hold-processor.ts'
import { benchServer } from '../server-under-load.ts'
import { accountCode, WITH_AGREED_PRICES } from '../terms.ts'
import type { Bench, Workload } from '../workload.ts'
import { warmUp } from '../measure.ts'
import { drawing, unique } from './read.ts'

/** Of a processor, for each process of the service: what two of them leave is for the load and the database. */
const SHARE = 0.2

/** How many more reads two processes answer than one, where there are processors for both: each has a share of one. */
export const workers: Workload = {
  name: 'workers',
  targets: [{ figure: 'growth', atLeast: 1.6, at: ['10k', '100k', '1m'], engine: 'postgres' }],
  run: async (bench, note) => {
    if (bench.options.engine === 'embedded') {
      note('the embedded database has one process')
      return {}
    }
    const one = await rates(bench, 1)
    const two = one && (await rates(bench, 2))
    if (!two) {
      note('there are no control groups here to give each process its share of a processor')
      return {}
    }
    const growth = two.map((rate, i) => rate / one[i]!)
    note(`${READS.map(({ name }, i) => `${name} ${growth[i]!.toFixed(2)}x`).join(', ')}, with ${SHARE} processors each`)
    return { growth: growth.reduce((sum, value) => sum + value, 0) / growth.length }
  },
}

type Read = { name: string; path: (bench: Bench, draw: (end: number) => number) => string }

const READS: Read[] = [
  { name: 'list', path: (_, draw) => `/products?offset=${draw(5_000)}` },
  {
    name: 'list-priced',
    path: (_, draw) => `/products?offset=${draw(5_000)}&customer=${accountCode(draw(WITH_AGREED_PRICES))}`,
  },
  {
    name: 'search-sku',
    path: ({ filled }, draw) => `/products?q=${filled.sample[draw(filled.sample.length)]!.sku}`,
  },
  { name: 'product', path: ({ filled }, draw) => `/products/${filled.sample[draw(filled.sample.length)]!.id}` },
]

/** Of each read, how many so many processes answer in a second; undefined where they cannot be held. */
async function rates(bench: Bench, processes: number): Promise<number[] | undefined> {
  const { database, filled, options } = bench
  const server = await benchServer(database, ['--workers', String(processes)])
  const pids = processes === 1 ? [server.pid] : childrenOf(server.pid)
  const measure = async ({ path }: Read, seconds: number) => {
    const draw = drawing(15)
    const next = () => readRequest(filled.keys[0]!, unique(path(bench, draw)))
    const { perSecond, firstError } = await load(server.port, next, { connections: 4 * options.connections, seconds })
    if (firstError) throw new Error(firstError)
    return perSecond
  }
  // What compiles code takes its time before anything is held.
  for (const read of READS) await measure(read, warmUp(bench))
  const held = holdProcessors(pids, SHARE)
  try {
    if (!held) return undefined
    const found: number[] = []
    for (const read of READS) found.push(await measure(read, options.seconds / 2))
    return found
  } finally {
    held?.release()
    await server.stop()
  }
}

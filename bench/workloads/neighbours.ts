import { setTimeout } from 'node:timers/promises'
import type { Attack } from '../attacks/attack.ts'
import { READ_ATTACKS } from '../attacks/reads.ts'
import { WRITE_ATTACKS } from '../attacks/writes.ts'
import { product, products } from '../catalogue.ts'
import { read } from '../expect.ts'
import { firstOfOther } from '../fill.ts'
import { summary } from '../load.ts'
import type { Latencies } from '../load.ts'
import { residentMemory } from '../process-usage.ts'
import { openLoad } from '../open-load.ts'
import type { Bench, Target, Workload } from '../workload.ts'
import { otherRequest, READS, SYNC_ROWS } from './many-workspaces.ts'
import { drawing, unique } from './read.ts'

/** The workspace that reads and sends what it has, while another one attacks. */
const OTHER = 1
/** Of its reads, which come whatever becomes of the ones before, as those of many buyers do. */
const READS_PER_SECOND = 50
/** From one of its bulk calls to the next, in milliseconds. */
const SYNC_PAUSE_MS = 250
/**
 * How long to wait until the service is as before, in milliseconds; and a read that takes no longer says that it is.
 */
const CALM_WITHIN_MS = 180_000
const CALM_MS = 100

const EVERY_SIZE = ['10k', '100k', '1m'] as const
const TARGETS: Target[] = [
  { figure: 'p99', atMost: 250, at: [...EVERY_SIZE] },
  { figure: 'growth', atMost: 2, at: [...EVERY_SIZE] },
  { figure: 'errors', atMost: 0, at: [...EVERY_SIZE] },
]

/** Whatever one workspace sends within its rate limit: what becomes of another's reads and bulk calls. */
export const NEIGHBOURS: Workload[] = [...READ_ATTACKS, ...WRITE_ATTACKS].map((attack) => ({
  name: `neighbours-${attack.name}`,
  targets: TARGETS,
  run: (bench, note) => beside(attack, bench, note),
}))

async function beside(attack: Attack, bench: Bench, note: (text: string) => void) {
  const seconds = bench.options.quick ? 0.5 : bench.options.seconds
  await attack.prepare?.(bench)
  const paths = await readsOf(bench)
  await watch(bench, paths, seconds / 4)
  const alone = await watch(bench, paths, seconds)
  const over = new AbortController()
  const attacking = attack.run(bench, over.signal)
  // Where the other workspace is not answered, that is what is told.
  attacking.catch(() => {})
  const meanwhile = await watch(bench, paths, seconds).finally(() => over.abort())
  const memory = residentMemory(bench.server.pid)
  note(await attacking)
  await untilCalm(bench)
  const growth = meanwhile.reads.p99 / alone.reads.p99
  note(`p99 of the other's reads: ${alone.reads.p99.toFixed(1)} ms alone, ${meanwhile.reads.p99.toFixed(1)} ms beside`)
  note(`its bulk calls alone: ${describe(alone)}; beside: ${describe(meanwhile)}`)
  const { p50, p99 } = meanwhile.reads
  return { perSecond: READS_PER_SECOND, p50, p99, memory, growth, errors: alone.errors + meanwhile.errors }
}

type Watched = { reads: Latencies; syncs: Latencies; refused: number; errors: number }

/** What becomes of the other workspace's reads, from when they were due, and of its bulk calls. */
async function watch(bench: Bench, paths: () => string, seconds: number): Promise<Watched> {
  const [reads, syncs] = await Promise.all([
    openLoad(bench.server.port, paths, {
      perSecond: READS_PER_SECOND,
      // A connection has to send its first request within 10 s.
      connections: Math.ceil(READS_PER_SECOND * Math.min(seconds, 8)),
      seconds,
    }),
    syncAllTheTime(bench, seconds),
  ])
  const { 200: answered = summary([]), ...others } = reads.byStatus
  const unanswered = Object.values(others).reduce((sum, { count }) => sum + count, reads.unsent)
  return { reads: answered, ...syncs, errors: unanswered + syncs.refused }
}

/** Reads of all kinds, none of them twice. */
async function readsOf(bench: Bench): Promise<() => string> {
  const draw = drawing(21)
  const key = bench.filled.others[OTHER]!.keys[0]!
  const { body } = await read(bench, `/products?q=${product(firstOfOther(OTHER)).sku}`, key)
  const kinds = [...Object.values(READS), () => `/products/${body.data[0].id}`, () => '/workspace']
  let number = 0
  return () => otherRequest(bench, OTHER, draw, unique(kinds[number++ % kinds.length]!(OTHER, draw)))
}

/** One bulk call after the other, as an ERP sends them, which change its products there and back. */
async function syncAllTheTime({ server, filled }: Bench, seconds: number) {
  const key = filled.others[OTHER]!.keys[1]!
  const bodies = [1, 2].map((edition) =>
    JSON.stringify({ products: products(firstOfOther(OTHER), SYNC_ROWS, edition) }),
  )
  const until = performance.now() + seconds * 1_000
  const taken: number[] = []
  let refused = 0
  for (let call = 0; performance.now() < until; call++) {
    const sent = performance.now()
    const { status } = await server.request('/products', { key, method: 'PUT', body: bodies[call % 2]! })
    if (status === 200) taken.push(performance.now() - sent)
    else refused++
    await setTimeout(SYNC_PAUSE_MS)
  }
  return { syncs: summary(taken), refused }
}

/** What an attack has left behind is worked off before the next one begins. */
async function untilCalm(bench: Bench): Promise<void> {
  const started = performance.now()
  for (let inRow = 0; inRow < 10 && performance.now() - started < CALM_WITHIN_MS;) {
    const sent = performance.now()
    const { status } = await bench.server.request(unique('/workspace'), { key: bench.filled.others[OTHER]!.keys[0]! })
    inRow = status === 200 && performance.now() - sent < CALM_MS ? inRow + 1 : 0
    await setTimeout(20)
  }
}

function describe({ syncs, refused }: Watched): string {
  return `${syncs.count} answered, ${refused} not, p99 ${syncs.p99.toFixed(0)} ms`
}

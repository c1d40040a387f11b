import { firstOfOther } from '../fill.ts'
import { products } from '../catalogue.ts'
import { load } from '../load.ts'
import type { Load } from '../load.ts'
import type { Bench, Workload } from '../workload.ts'
import { otherRequest, READS, SYNC_ROWS } from './many-workspaces.ts'
import { warmUp } from '../measure.ts'
import { drawing, unique } from './read.ts'

/** Over so many connections one workspace sends 100 products a call, with all of its keys. */
const FLOODING = 16

/** One workspace sends as much as it can, while all the others read: what that does to their waiting. */
export const fairness: Workload = {
  name: 'fairness',
  targets: [
    { figure: 'errors', atMost: 0, at: ['10k', '100k', '1m'] },
    { figure: 'growth', atMost: 2, at: ['10k', '100k', '1m'] },
  ],
  run: async (bench, note) => {
    const kinds = Object.keys(READS)
    await readOthers(bench, warmUp(bench))
    const alone = await readOthers(bench, bench.options.seconds)
    const [meanwhile, flood] = await Promise.all([
      readOthers(bench, bench.options.seconds),
      floodWithSyncs(bench, bench.options.seconds),
    ])
    const grown = kinds.map((kind) => {
      const [before, after] = [alone.byKind[kind]?.p99, meanwhile.byKind[kind]?.p99]
      if (before === undefined || after === undefined) throw new Error(`No ${kind} was answered.`)
      note(`p99 of ${kind}: ${before.toFixed(1)} ms alone, ${after.toFixed(1)} ms beside the flood`)
      return after / before
    })
    note(`${alone.perSecond.toFixed(0)} reads/s alone, ${meanwhile.perSecond.toFixed(0)} beside the flood`)
    note(
      `the flood: ${flood.perSecond.toFixed(0)} calls/s, p50 ${flood.p50.toFixed(0)} ms, p99 ${flood.p99.toFixed(0)} ms`,
    )
    const firstError = meanwhile.firstError ?? flood.firstError
    if (firstError) note(firstError)
    const { perSecond, p50, p99, bytes } = meanwhile
    return { perSecond, p50, p99, bytes, errors: meanwhile.errors + flood.errors, growth: Math.max(...grown) }
  },
}

/** Reads of all kinds, with all keys of all other workspaces but the first. */
function readOthers(bench: Bench, seconds: number): Promise<Load> {
  const draw = drawing(11)
  const kinds = Object.keys(READS)
  const next = () => {
    const kind = kinds[draw(kinds.length)]!
    const other = 1 + draw(bench.filled.others.length - 1)
    return { bytes: otherRequest(bench, other, draw, unique(READS[kind]!(other, draw))), status: 200, kind }
  }
  return load(bench.server.port, next, { connections: bench.options.connections, seconds })
}

/** Calls with the keys of the first one, which change its products there and back. */
function floodWithSyncs(bench: Bench, seconds: number): Promise<Load> {
  const draw = drawing(12)
  const bodies = [1, 2].map((edition) => JSON.stringify({ products: products(firstOfOther(0), SYNC_ROWS, edition) }))
  const next = () => ({ bytes: otherRequest(bench, 0, draw, '/products', bodies[draw(2)]), status: 200 })
  return load(bench.server.port, next, { connections: FLOODING, seconds })
}

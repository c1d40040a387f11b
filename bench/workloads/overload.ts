import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { apiRequest } from '../load.ts'
import { settledLoad } from '../measure.ts'
import { residentMemory } from '../process-usage.ts'
import { openLoad } from '../open-load.ts'
import type { Bench, Workload } from '../workload.ts'
import { drawing, unique } from './read.ts'

/** What is asked, beside what the service can do. */
const TIMES = 2
/** Enough for the service to have more to do than it takes on. */
const CONNECTIONS = 1_000
/** Times as long as usual at which a read takes as long as ever, after the load. */
const RECOVERED = 2

/** Twice as many pages as the service can serve, from clients that ask whatever it answers. */
export const overload: Workload = {
  name: 'overload',
  targets: [
    { figure: 'ofSustained', atLeast: 0.8, at: ['10k', '100k', '1m'] },
    { figure: 'seconds', atMost: 3, at: ['10k', '100k', '1m'] },
    { figure: 'errors', atMost: 0, at: ['10k', '100k', '1m'] },
  ],
  run: async (bench, note) => {
    const { options, server } = bench
    const page = pages(bench)
    const next = () => ({ bytes: page(), status: 200 })
    const { load: sustained } = await settledLoad(bench, next)

    const memory = watchMemory(server.pid)
    const offered = TIMES * sustained.perSecond
    const seconds = options.seconds * 2
    const load = await openLoad(server.port, page, { perSecond: offered, connections: CONNECTIONS, seconds })
    const recovery = await untilUsual(bench, page, sustained.p50)
    const { before, most, after } = await memory.end()

    const { 200: served, 503: shed, ...others } = load.byStatus
    assert.ok(served, 'nothing was answered')
    const perSecond = served.count / load.seconds
    note(`sustained ${sustained.perSecond.toFixed(0)}/s; offered ${offered.toFixed(0)}/s for ${seconds} s`)
    note(
      `refused ${((shed?.count ?? 0) / load.seconds).toFixed(0)}/s, in ${shed?.p50.toFixed(1)} ms, p99 ${shed?.p99.toFixed(1)} ms`,
    )
    if (load.unsent > 0) note(`${load.unsent} were not sent: every connection was waiting`)
    note(`memory: ${before} MB before, at most ${most} MB meanwhile, ${after} MB after`)
    return {
      perSecond,
      p50: served.p50,
      p99: served.p99,
      errors: Object.values(others).reduce((sum, { count }) => sum + count, 0),
      memory: most,
      seconds: recovery,
      ofSustained: perSecond / sustained.perSecond,
    }
  },
}

function pages({ filled }: Bench): () => string {
  const draw = drawing(13)
  return () => apiRequest(filled.keys[0]!, unique(`/products?offset=${draw(5_000)}`))
}

/** Seconds until ten reads in a row, one at a time, take no longer than they do in a service that is busy as usual. */
async function untilUsual({ server }: Bench, page: () => string, usual: number): Promise<number> {
  const started = performance.now()
  for (let inRow = 0; inRow < 10;) {
    const { byStatus } = await openLoad(server.port, page, { perSecond: 1_000, connections: 1, seconds: 0.001 })
    const ok = byStatus[200]
    inRow = ok && ok.p99 <= RECOVERED * usual ? inRow + 1 : 0
    if (performance.now() - started > 60_000) break
  }
  return (performance.now() - started) / 1000
}

function watchMemory(pid: number) {
  const before = residentMemory(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most ?? 0, residentMemory(pid) ?? 0)
  }, 200)
  return {
    end: async () => {
      await setTimeout(1_000)
      clearInterval(timer)
      return { before, most, after: residentMemory(pid) }
    },
  }
}

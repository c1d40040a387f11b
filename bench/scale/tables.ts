/** `node bench/scale/tables.ts`: the tables of docs/scale.md, from the results of the bench and from the simulation. */
import { existsSync, readFileSync } from 'node:fs'
import { CALLS } from './calls.ts'
import { DEPLOYMENTS } from './deployments.ts'
import type { Timed } from './deployment-wide.ts'
import type { measureFull } from './full-workspaces.ts'
import { capacity } from './simulate.ts'
import type { Costs } from './simulate.ts'
import type { measureSmall } from './small-workspaces.ts'

type Measured = {
  full: Awaited<ReturnType<typeof measureFull>>
  small: Awaited<ReturnType<typeof measureSmall>>
  rows: { times: Timed[] }
}

const RESULTS = ['scale.json', 'published/scale.json'].map((name) => new URL(`../results/${name}`, import.meta.url))

const { full, small, rows }: Measured = JSON.parse(
  readFileSync(
    RESULTS.find((file) => existsSync(file))!,
    'utf8',
  ),
)
const costs = costsOf(full.kinds)

table(
  ['call', 'calls/s', 'p50 ms', 'p99 ms', 'service, ms', 'Postgres, ms'],
  Object.entries(full.kinds).map(([kind, { perSecond, p50, p99, serverCpu, databaseCpu }]) => [
    kind,
    whole(perSecond),
    whole(p50),
    whole(p99),
    serverCpu?.toFixed(2),
    databaseCpu?.toFixed(2),
  ]),
)
table(
  ['all calls mixed', 'calls/s', 'p50 ms', 'p99 ms', 'service, MB', 'connections'],
  [full.cold, full.warm, full.fewer, full.twoProcesses].map((run) => [
    run.label,
    whole(run.perSecond),
    whole(run.p50),
    whole(run.p99),
    run.serverMemory.join(' + '),
    String(run.connections),
  ]),
)
table(
  [`${whole(small.workspaces)} workspaces of ${small.products} products`, ''],
  Object.entries(small).flatMap(([what, value]) => (typeof value === 'number' ? [[what, value.toPrecision(3)]] : [])),
)
console.log(`A call costs, in ms of a processor: ${JSON.stringify(costs)}\n`)
table(
  ['deployment', 'machines', 'calls/s', 'p50 ms', 'p99 ms', 'full first'],
  DEPLOYMENTS.map((deployment) => {
    const { perSecond, p50, p99, busiest } = capacity(deployment, costs)
    // The model is no better than two digits.
    const rate = whole(Number(perSecond.toPrecision(2)))
    return [deployment.name, String(deployment.machines), rate, whole(p50), whole(p99), busiest.stage]
  }),
)
table(
  ['what', 'each s', 'ms'],
  rows.times.map(({ what, ms, everyS }) => [what, String(everyS ?? ''), ms.toPrecision(2)]),
)

/** The measured costs of each kind of call, weighed by how often it is made. */
function costsOf(kinds: Measured['full']['kinds']): Costs {
  const all = Object.entries(CALLS).map(([kind, { share, rows: sent }]) => ({ share, sent, ...kinds[kind]! }))
  const mean = (calls: typeof all, cost: 'serverCpu' | 'databaseCpu') => {
    const shares = calls.reduce((sum, { share }) => sum + share, 0)
    return Number((calls.reduce((sum, call) => sum + call.share * (call[cost] ?? NaN), 0) / shares).toFixed(2))
  }
  const writes = all.filter(({ sent }) => sent !== undefined)
  return {
    serviceMs: mean(all, 'serverCpu'),
    readMs: mean(
      all.filter(({ sent }) => sent === undefined),
      'databaseCpu',
    ),
    writeMs: mean(writes, 'databaseCpu'),
    writeShare: writes.reduce((sum, { share }) => sum + share, 0) / 1_000,
  }
}

function table(head: string[], lines: (string | undefined)[][]): void {
  const ruled = [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...lines]
  for (const cells of ruled) console.log(`| ${cells.map((cell) => cell ?? '-').join(' | ')} |`)
  console.log()
}

function whole(value: number | undefined): string | undefined {
  return value === undefined ? undefined : Math.round(value).toLocaleString('en')
}

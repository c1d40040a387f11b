/** A queueing simulation: calls of many workspaces pass the stages of a deployment, each of which has some servers. */
import { summary } from '../load.ts'
import { sequence } from '../catalogue.ts'
import { rankOf } from './calls.ts'

/** What a call costs on one server, in milliseconds of a processor; measured. */
export type Costs = { serviceMs: number; readMs: number; writeMs: number; writeShare: number }

export type Deployment = {
  name: string
  machines: number
  /** Processors that the processes of the service have together. */
  serviceCores: number
  /** Database nodes, each with its share of the workspaces, and the processors of each. */
  nodes: number
  nodeCores: number
  /** What a call costs the database, as a multiple of what it costs a single Postgres. */
  databaseFactor: number
  /** Processors of the node that all statements pass first, with what one costs there; none on a single Postgres. */
  coordinator?: { cores: number; ms: number }
  /** Time on the network that no processor works: of each call, and what a write waits for a replica. */
  roundTripsMs: number
  replicaMs: number
}

export type Simulated = { perSecond: number; p50: number; p99: number; busiest: { stage: string; share: number } }

/** Long enough for queues to grow where more comes than is done. */
const SECONDS = 5
const LEAST_CALLS = 20_000
const WORKSPACES = 1_000
/** The slowest answers that still count as good, in milliseconds at the 99th percentile. */
const GOOD_P99_MS = 100
/** How busy a stage may be all day: what is left is for peaks, vacuum and backups. */
const MAX_BUSY = 0.8

type Call = { arrivesMs: number; atMs: number; workspace: number; writes: boolean }

/** The most calls a second at which 99 of 100 are answered within 100 ms, and no stage is busy for more than 80%. */
export function capacity(deployment: Deployment, costs: Costs): Simulated {
  let [low, high] = [1, 100_000]
  while (high / low > 1.03) {
    const rate = Math.sqrt(low * high)
    const { p99, busiest } = simulate(deployment, costs, rate)
    if (p99 <= GOOD_P99_MS && busiest.share <= MAX_BUSY) low = rate
    else high = rate
  }
  return simulate(deployment, costs, low)
}

/** Calls come at random (Poisson), each for a workspace by Zipf's law; each stage takes exponential times, in turn. */
export function simulate(deployment: Deployment, costs: Costs, perSecond: number): Simulated {
  const random = sequence(3)
  const exponential = (mean: number) => -mean * Math.log(1 - random())
  const draw = (end: number) => Math.floor(random() * end)
  let now = 0
  const calls: Call[] = Array.from({ length: Math.max(LEAST_CALLS, perSecond * SECONDS) }, () => {
    now += exponential(1_000 / perSecond)
    const workspace = (rankOf(draw, WORKSPACES) * 7_919) % WORKSPACES
    return { arrivesMs: now, atMs: now, workspace, writes: random() < costs.writeShare }
  })
  const { serviceCores, coordinator, nodes, nodeCores, databaseFactor } = deployment
  const stages: Simulated['busiest'][] = []
  const enter = (stage: string, some: Call[], servers: number, takes: (call: Call) => number) => {
    const busyMs = pass(some, servers, takes)
    stages.push({ stage, share: busyMs / (now * servers) })
  }
  enter('service', calls, serviceCores, () => exponential(costs.serviceMs))
  if (coordinator) enter('coordinator', calls, coordinator.cores, () => exponential(coordinator.ms))
  for (let node = 0; node < nodes; node++) {
    const own = calls.filter(({ workspace }) => workspace % nodes === node)
    const costOf = ({ writes }: Call) => (writes ? costs.writeMs : costs.readMs) * databaseFactor
    enter(nodes > 1 ? 'busiest worker' : 'Postgres', own, nodeCores, (call) => exponential(costOf(call)))
  }
  const waits = ({ writes }: Call) => deployment.roundTripsMs + (writes ? deployment.replicaMs : 0)
  const { p50, p99 } = summary(calls.map((call) => call.atMs - call.arrivesMs + waits(call)))
  return { perSecond, p50, p99, busiest: stages.toSorted((a, b) => b.share - a.share)[0]! }
}

/** Lets calls pass a stage, first come first served. Returns for how long its servers were busy, in milliseconds. */
function pass(calls: Call[], servers: number, takes: (call: Call) => number): number {
  const free = new Float64Array(servers)
  let busy = 0
  for (const call of calls.toSorted((a, b) => a.atMs - b.atMs)) {
    const server = free.indexOf(Math.min(...free))
    const ms = takes(call)
    busy += ms
    call.atMs = Math.max(call.atMs, free[server]!) + ms
    free[server] = call.atMs
  }
  return busy
}

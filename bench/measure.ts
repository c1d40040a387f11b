import { load } from './load.ts'
import type { Load, Request } from './load.ts'
import { cpuSeconds, residentMemory } from './process-usage.ts'
import type { Bench, Figures } from './workload.ts'

/** Runs a load, and says beside its latencies what it cost. `rows` is how many are in a request that writes. */
export async function measuredLoad(
  { server, database, options }: Pick<Bench, 'server' | 'database' | 'options'>,
  next: () => Request | undefined,
  { connections = options.connections, seconds = options.seconds, rows = 1 } = {},
): Promise<{ load: Load; figures: Figures }> {
  const [serverBefore, databaseBefore] = [cpuSeconds(server.pid), database.cpuSeconds()]
  const done = await load(server.port, next, { connections, seconds })
  const perThousand = (before: number | undefined, after: number | undefined) =>
    before === undefined || after === undefined ? undefined : ((after - before) / (done.count * rows)) * 1000
  const figures = {
    perSecond: done.perSecond * rows,
    p50: done.p50,
    p99: done.p99,
    bytes: done.bytes,
    errors: done.errors,
    memory: residentMemory(server.pid),
    serverCpu: perThousand(serverBefore, cpuSeconds(server.pid)),
    databaseCpu: perThousand(databaseBefore, database.cpuSeconds()),
  }
  return { load: done, figures }
}

/** The same once compilers and caches have settled. Throws where an answer is an error. */
export async function settledLoad(
  bench: Pick<Bench, 'server' | 'database' | 'options'>,
  next: () => Request | undefined,
): Promise<{ load: Load; figures: Figures }> {
  await measuredLoad(bench, next, { seconds: warmUp(bench) })
  const measured = await measuredLoad(bench, next)
  if (measured.load.firstError) throw new Error(measured.load.firstError)
  return measured
}

/** Seconds until compilers and caches have settled. */
export function warmUp({ options }: Pick<Bench, 'options'>): number {
  return options.quick ? 0.2 : Math.min(2, options.seconds / 3)
}

/** The median of three measurements. A quick run makes one. */
export async function median({ options }: Pick<Bench, 'options'>, measure: () => Promise<number>): Promise<number> {
  if (options.quick) return measure()
  const taken = [await measure(), await measure(), await measure()]
  return taken.toSorted((a, b) => a - b)[1]!
}

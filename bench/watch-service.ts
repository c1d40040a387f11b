import { setTimeout } from 'node:timers/promises'
import { openLoad } from './open-load.ts'
import { residentMemory } from './process-usage.ts'
import type { BenchServer } from './server-under-load.ts'

/** Reads of another workspace, which come whatever becomes of the ones before. */
const READS_PER_SECOND = 50
const MEMORY_EVERY_MS = 50

export type Watched<T> = {
  result: T
  seconds: number
  /** The most that the process had, in MB. */
  memory: number
  /** The longest time for which its event loop stood still, in milliseconds. */
  stall: number
  /** Of the reads, in milliseconds. */
  p99: number
}

/**
 * What becomes of the service, and of the reads `next` of another workspace, during some work. The service gives its
 * metrics.
 */
export async function watchService<T>(
  { port, pid, printed }: BenchServer,
  next: () => string,
  work: () => Promise<T>,
): Promise<Watched<T>> {
  const done = new AbortController()
  await longestStall(printed())
  const started = performance.now()
  const reads = openLoad(port, next, { perSecond: READS_PER_SECOND, connections: 100, until: done.signal })
  const memory = mostMemory(pid, done.signal)
  const result = await work().finally(() => done.abort())
  const seconds = (performance.now() - started) / 1000
  const { byStatus } = await reads
  const { 200: answered, ...failed } = byStatus
  if (!answered || Object.keys(failed).length > 0) throw new Error(`Reads failed: ${Object.keys(failed).join(', ')}.`)
  return { result, seconds, memory: await memory, stall: await longestStall(printed()), p99: answered.p99 }
}

/** Since it was last asked for. */
async function longestStall(printed: string): Promise<number> {
  const [, url] = /Metrics are at (\S+)\n/.exec(printed)!
  const metrics = await (await fetch(url!)).text()
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)![1])
}

async function mostMemory(pid: number, signal: AbortSignal): Promise<number> {
  let most = 0
  for (; !signal.aborted; await setTimeout(MEMORY_EVERY_MS)) most = Math.max(most, residentMemory(pid) ?? 0)
  return most
}

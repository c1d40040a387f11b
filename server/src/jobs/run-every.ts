import { setTimeout } from 'node:timers/promises'
import { Unavailable } from '../errors.ts'
import { logFailure } from './log-failure.ts'
import type { Log } from './log-failure.ts'

export type Job = {
  /** In the log and in metrics. */
  name: string
  /** From the end of one time to the next one, in milliseconds. */
  pauseMs: number
  /** What it logs counts as a failure. */
  work: (log: Log) => Promise<unknown>
}

/** One time that a job ran. */
export type JobRun = { name: string; seconds: number; failures: number }

/**
 * Does the work again and again, with a pause after each time, until `stop`, which waits for the work in hand.
 * A time that fails is logged, and the next one comes all the same; `ran` is told of each. That the database is away is
 * logged elsewhere, once.
 */
export function runEvery(
  { name, pauseMs, work }: Job,
  log: Log,
  ran: (run: JobRun) => void = () => {},
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = repeat(stopping.signal)
  async function repeat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      ran(await runOnce())
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  async function runOnce(): Promise<JobRun> {
    const started = performance.now()
    let failures = 0
    const counted: Log = {
      error: (details, message) => {
        failures++
        log.error({ job: name, ...details }, message)
      },
    }
    try {
      await work(counted)
    } catch (error) {
      if (error instanceof Unavailable) failures++
      else logFailure(counted, error, 'a job failed')
    }
    return { name, seconds: (performance.now() - started) / 1000, failures }
  }
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

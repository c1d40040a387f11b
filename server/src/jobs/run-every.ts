import { setTimeout } from 'node:timers/promises'
import { Unavailable } from '../errors.ts'
import { describeError } from '../lib/describe-error.ts'

export type Log = { error: (details: object, message: string) => void }

export function logFailure(log: Log, error: unknown, message: string, details: object = {}): void {
  log.error({ error: describeError(error), ...details }, message)
}

export type Job = {
  /** For the log and the metrics. */
  name: string
  /** The pause between two runs, in milliseconds. */
  pauseMs: number
  /** The pause where this process has written meanwhile, in milliseconds. Without it, what is written wakes no job. */
  pauseAfterWriteMs?: number
  /** Each error that it logs counts as a failure. */
  work: (log: Log) => Promise<unknown>
}

export type JobRun = { name: string; seconds: number; failures: number }

/**
 * Runs a job repeatedly, with a pause after each run, until `stop`. `stop` waits for the current run. `wake` is called
 * after each write: what one process writes waits for no other, and processes that write nothing look rarely. A failed
 * run is logged, and the job goes on. `ran` is called after each run. An unavailable database is not logged here: the
 * outage log reports it once.
 */
export function runEvery(
  { name, pauseMs, pauseAfterWriteMs = pauseMs, work }: Job,
  log: Log,
  ran: (run: JobRun) => void = () => {},
): { wake: () => void; stop: () => Promise<void> } {
  const stopping = new AbortController()
  let written = new AbortController()
  const running = repeat(stopping.signal)
  async function repeat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      written = new AbortController()
      ran(await runOnce())
      await sleep(pauseAfterWriteMs, signal)
      await sleep(pauseMs - pauseAfterWriteMs, AbortSignal.any([signal, written.signal]))
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
    wake: () => written.abort(),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Ends early where the signal aborts. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}

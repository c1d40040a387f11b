import { setTimeout } from 'node:timers/promises'
import { Unavailable } from '../errors.ts'
import { logFailure } from './log-failure.ts'
import type { Log } from './log-failure.ts'

/**
 * Does the work again and again, with a pause after each time, until `stop`, which waits for the work in hand.
 * A time that fails is logged, and the next one comes all the same. That the database is away is told elsewhere, once.
 */
export function runEvery(pauseMs: number, work: () => Promise<unknown>, log: Log): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = repeat(stopping.signal)
  async function repeat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Unavailable)) logFailure(log, error, 'a job failed')
      }
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

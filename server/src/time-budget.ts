import { LRUCache } from 'lru-cache'

/** Owners in memory. A forgotten owner has a full bucket again. */
const MAX_OWNERS = 10_000

/**
 * A token bucket of time for each owner. Time is refilled at a steady rate, up to a limit. A use may overdraw the
 * bucket; the owner then waits until the debt is refilled.
 */
export class TimeBudget {
  readonly #rate: number
  readonly #saved: number
  /** When the bucket of each owner will be full, in milliseconds. */
  readonly #fullAt = new LRUCache<string, number>({ max: MAX_OWNERS })

  /** `rate`: the refill, as a share of the time that passes. `savedMs`: the size of the bucket, in milliseconds. */
  constructor({ rate, savedMs }: { rate: number; savedMs: number }) {
    this.#rate = rate
    this.#saved = savedMs
  }

  spend(owner: string, ms: number, now: number): void {
    this.#fullAt.set(owner, Math.max(now, this.#fullAt.get(owner) ?? now) + ms / this.#rate)
  }

  /** Milliseconds until the owner's bucket is full: the more it has used lately, the longer. */
  untilFull(owner: string, now: number): number {
    return Math.max(0, (this.#fullAt.get(owner) ?? now) - now)
  }

  /** Milliseconds until the owner has time to spend; 0 where it has some. */
  wait(owner: string, now: number): number {
    return Math.max(0, this.untilFull(owner, now) - this.#saved / this.#rate)
  }
}

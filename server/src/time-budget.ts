import { LRUCache } from 'lru-cache'

/** Owners that are remembered. One that is forgotten has saved all that it can. */
const MAX_OWNERS = 10_000

/**
 * A token bucket of time for each owner: time comes back at a steady rate, and is saved up to a limit. A use may take more
 * than is left; the owner then waits until that is made up for.
 */
export class TimeBudget {
  readonly #rate: number
  readonly #saved: number
  /** When the owner will have saved all that it can, in milliseconds. */
  readonly #fullAt = new LRUCache<string, number>({ max: MAX_OWNERS })

  /** `rate`: how much comes back, as a share of the time that passes. `savedMs`: the most that is saved, in milliseconds. */
  constructor({ rate, savedMs }: { rate: number; savedMs: number }) {
    this.#rate = rate
    this.#saved = savedMs
  }

  spend(owner: string, ms: number, now: number): void {
    this.#fullAt.set(owner, Math.max(now, this.#fullAt.get(owner) ?? now) + ms / this.#rate)
  }

  /** Milliseconds until the owner has time to spend; 0 where it has some. */
  wait(owner: string, now: number): number {
    return Math.max(0, (this.#fullAt.get(owner) ?? now) - now - this.#saved / this.#rate)
  }
}

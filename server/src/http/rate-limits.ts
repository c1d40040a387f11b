import { RateLimited } from '../errors.ts'
import { network } from '../people/attempts.ts'

const WINDOW_MS = 60_000

/**
 * Counts the requests of sessions and of addresses, in windows of a minute, in this process. Those of keys are counted
 * in the database (`request-counter.ts`), as the contract promises their number.
 */
export class RateLimits {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #endsAt = 0

  /** `limit`: requests a minute of one session or address. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Throws RateLimited past the limit. */
  countSession(token: string): void {
    this.#count(`session ${token}`)
  }

  /** The same for somebody without a session. */
  countAddress(address: string): void {
    this.#count(`address ${network(address)}`)
  }

  #count(name: string): void {
    const now = performance.now()
    if (now >= this.#endsAt) {
      this.#counts.clear()
      this.#endsAt = now + WINDOW_MS
    }
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    if (count <= this.#limit) return
    const message = `This session or address has used up its ${this.#limit} requests for this minute; wait for the next one.`
    throw new RateLimited(message, WINDOW_MS / 1_000)
  }
}

import { describeError } from '../describe-error.ts'
import type { Unavailable } from '../errors.ts'

/** Where it says what it saw. */
type Log = { warn: (details: object, message: string) => void }

/** An outage that begins within this time of the last one that was told is not told, in milliseconds. */
const QUIET_MS = 10_000

/** Says once why the database is away, and once that it answers again, however many statements see it. */
export class OutageLog {
  #log: Log | undefined
  /** What was told, or kept back, of the outage that lasts. */
  #outage: string | undefined
  #since = -Infinity
  #quiet = false

  /** Until then, nobody hears. */
  tell(log: Log): void {
    this.#log = log
  }

  failed({ message, cause }: Unavailable): void {
    if (this.#outage === message) return
    if (this.#outage === undefined) {
      const now = performance.now()
      this.#quiet = now - this.#since < QUIET_MS
      this.#since = now
    }
    this.#outage = message
    if (!this.#quiet) this.#log?.warn({ cause: describeError(cause) }, message)
  }

  answered(): void {
    if (this.#outage === undefined) return
    this.#outage = undefined
    const seconds = Math.round((performance.now() - this.#since) / 1000)
    if (!this.#quiet) this.#log?.warn({ seconds }, 'The database answers again.')
  }
}

import { describeError } from '../describe-error.ts'
import type { Unavailable } from '../errors.ts'

/** Where it says what it saw. */
type Log = { warn: (details: object, message: string) => void }

/** After it has told of an outage, it is silent about another one for this time, in milliseconds. */
const QUIET_MS = 10_000

/** Says once why the database is away, and once that it answers again, however many statements see it. */
export class OutageLog {
  #log: Log | undefined
  /** When the outage began that lasts. */
  #since: number | undefined
  #told: string | undefined
  #toldAt = -Infinity

  /** Until then, nobody hears. */
  tell(log: Log): void {
    this.#log = log
  }

  failed({ message, cause }: Unavailable): void {
    if (this.#told === message) return
    const now = performance.now()
    this.#since ??= now
    if (this.#told === undefined && now - this.#toldAt < QUIET_MS) return
    this.#told = message
    this.#toldAt = now
    this.#log?.warn({ cause: describeError(cause) }, message)
  }

  answered(): void {
    if (this.#since === undefined) return
    const seconds = Math.round((performance.now() - this.#since) / 1000)
    if (this.#told !== undefined) this.#log?.warn({ seconds }, 'The database answers again.')
    this.#since = this.#told = undefined
  }
}

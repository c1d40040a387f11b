import { describeError } from '../lib/describe-error.ts'
import type { Unavailable } from '../errors.ts'

type Log = { warn: (details: object, message: string) => void }

/** After the report of an outage, the next outage is not reported for this time, in milliseconds. */
const QUIET_MS = 10_000

/** Logs an outage of the database once, and its end once, however many statements fail. */
export class OutageLog {
  #log: Log | undefined
  /** When the current outage began. */
  #since: number | undefined
  #reported: string | undefined
  #reportedAt = -Infinity

  /** Nothing is logged before this call. */
  logTo(log: Log): void {
    this.#log = log
  }

  failed({ message, cause }: Unavailable): void {
    if (this.#reported === message) return
    const now = performance.now()
    this.#since ??= now
    if (this.#reported === undefined && now - this.#reportedAt < QUIET_MS) return
    this.#reported = message
    this.#reportedAt = now
    this.#log?.warn({ cause: describeError(cause) }, message)
  }

  answered(): void {
    if (this.#since === undefined) return
    const seconds = Math.round((performance.now() - this.#since) / 1000)
    if (this.#reported !== undefined) this.#log?.warn({ seconds }, 'The database answers again.')
    this.#since = this.#reported = undefined
  }
}

/** The part of a processor that copying uses. The database's own work for it makes this about half of one. */
const SHARE = 0.45
/**
 * The most that is counted at once of the service's own time, in milliseconds: requests use most of it where there are
 * many.
 */
const MAX_OWN_MS = 20
/** Time without work that may be made up for, in milliseconds. */
const CREDIT_MS = 1_000

/** Counts the processor time that copying uses, and says how long it has to rest for it. */
export class CpuBudget {
  /** When all that was used is evened out. */
  #evenAt = 0
  #own = process.cpuUsage()

  /** Counts time of another process, in milliseconds. */
  count(ms: number): void {
    this.#evenAt = Math.max(this.#evenAt, performance.now() - CREDIT_MS) + ms / SHARE
  }

  /** Counts what this process has used since the last time: the most that an image can have cost it. */
  countOwn(): void {
    const { user, system } = process.cpuUsage(this.#own)
    this.#own = process.cpuUsage()
    this.count(Math.min(MAX_OWN_MS, (user + system) / 1000))
  }

  /** How long to rest, in milliseconds. */
  restMs(): number {
    return Math.max(0, this.#evenAt - performance.now())
  }
}

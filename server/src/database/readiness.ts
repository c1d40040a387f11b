import type { Database } from './tables.ts'
import { newestSchema } from './migrate.ts'

/** How long the database may take to answer, in milliseconds. */
const TIMEOUT_MS = 2_000

/** Checks whether the database is ready. Concurrent calls share one query. */
export class Readiness {
  readonly #db: Database
  readonly #known = newestSchema()
  #pending: Promise<number | null> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns the problem, as a sentence; null where the database is ready. Throws the database's error. */
  async findProblem(): Promise<string | null> {
    const pending = (this.#pending ??= this.#newestApplied().finally(() => (this.#pending = undefined)))
    const timeout = Promise.withResolvers<'late'>()
    const timer = setTimeout(timeout.resolve, TIMEOUT_MS, 'late')
    try {
      const applied = await Promise.race([pending, timeout.promise])
      if (applied === 'late') return `The database did not answer within ${TIMEOUT_MS / 1000} s.`
      if (applied === this.#known) return null
      return `The schema of the database is at ${applied ?? 0}, and this version works with ${this.#known}.`
    } finally {
      clearTimeout(timer)
    }
  }

  async #newestApplied(): Promise<number | null> {
    const { newest } = await this.#db
      .selectFrom('schema_migration')
      .select(({ fn }) => fn.max('number').as('newest'))
      .executeTakeFirstOrThrow()
    return newest
  }
}

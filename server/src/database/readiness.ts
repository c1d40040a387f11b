import type { Database } from './tables.ts'
import { newestSchema } from './migrate.ts'

/** How long the database may take to answer, in milliseconds. */
const BOUND_MS = 2_000

/** Tells whether the database can be worked with. Whoever asks while it is being asked gets the same answer. */
export class Readiness {
  readonly #db: Database
  readonly #known = newestSchema()
  #asking: Promise<number | null> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** What is missing, as a sentence; null where nothing is. Throws what the database throws. */
  async whatIsMissing(): Promise<string | null> {
    const asking = (this.#asking ??= this.#newestApplied().finally(() => (this.#asking = undefined)))
    const bound = Promise.withResolvers<'late'>()
    const timer = setTimeout(bound.resolve, BOUND_MS, 'late')
    try {
      const applied = await Promise.race([asking, bound.promise])
      if (applied === 'late') return `The database did not answer within ${BOUND_MS / 1000} s.`
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

import { PGliteAdapter, PGliteDialect } from 'kysely'
import type { Driver } from 'kysely'
import type { Unavailable } from '../errors.ts'
import { FairQueue } from '../fair-queue.ts'
import { TimeBudget } from '../time-budget.ts'
import { enterOnAccount } from './borrower.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import type { OutageLog } from './outage-log.ts'
import { PreparingConnection } from './pglite-connection.ts'

/**
 * How long statements may follow each other without the process looking what has come in, in milliseconds: the database
 * is in the process, and never lets go of it by itself.
 */
const LONGEST_DEAF_MS = 5

/** While others are active, a workspace's statements take half of the time, once they have taken so many milliseconds. */
const TIME_OF_WORKSPACE = { rate: 0.5, savedMs: 500 }

/**
 * Kysely's PGlite dialect with a driver of our own, which differs from its own in two ways.
 *
 * The database's one connection is lent to one borrower at a time. The stock driver lends it to all at once, so that a
 * query of one request would run inside the transaction that another has open, and two transactions at once would hang.
 *
 * And statements are prepared: PGlite's `query` has each one parsed, described and planned anew, which for a short read
 * takes most of the time, and crosses into WebAssembly six times.
 */
export class ExclusivePGliteDialect extends PGliteDialect {
  readonly #connection: LentConnection
  readonly #how: { urgent: boolean }

  /** What is `urgent` goes before all else that waits for the connection. */
  constructor(connection: LentConnection, how = { urgent: false }) {
    super({ pglite: async () => (await connection.database.alive()).pglite })
    this.#connection = connection
    this.#how = how
  }

  override createAdapter(): PGliteAdapter {
    return new LendingAdapter()
  }

  override createDriver(): Driver {
    return new ExclusiveDriver(this.#connection, this.#how)
  }
}

/** Where Kysely lends the one connection itself, it lends it no more once the database could not be opened. */
class LendingAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** The database's one connection, which workspaces borrow in round-robin. */
export class LentConnection {
  readonly database: EmbeddedDatabase
  readonly #outages: OutageLog
  readonly #queue = new FairQueue({ places: 1, budget: new TimeBudget(TIME_OF_WORKSPACE) })
  #connection: PreparingConnection | undefined
  #leave = () => {}
  /** When the process last looked what had come in. */
  #listened = 0

  constructor(database: EmbeddedDatabase, outages: OutageLog) {
    this.database = database
    this.#outages = outages
  }

  async borrow(how: { urgent: boolean }): Promise<PreparingConnection> {
    const leave = await enterOnAccount(this.#queue, how)
    try {
      if (!this.#connection?.alive) {
        this.#connection = new PreparingConnection(await this.database.alive(), this.#outages)
      }
      this.#leave = leave
      return this.#connection
    } catch (error) {
      leave()
      this.#outages.failed(error as Unavailable)
      throw error
    }
  }

  giveBack(): void {
    if (performance.now() - this.#listened < LONGEST_DEAF_MS) return this.#leave()
    setImmediate(() => {
      this.#listened = performance.now()
      this.#leave()
    })
  }
}

class ExclusiveDriver implements Driver {
  readonly #connection: LentConnection
  readonly #how: { urgent: boolean }

  constructor(connection: LentConnection, how: { urgent: boolean }) {
    this.#connection = connection
    this.#how = how
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PreparingConnection> {
    return this.#connection.borrow(this.#how)
  }

  async releaseConnection(): Promise<void> {
    this.#connection.giveBack()
  }

  /** Of whatever isolation: nobody else is there. */
  async beginTransaction(connection: PreparingConnection): Promise<void> {
    await connection.run('begin')
  }

  async commitTransaction(connection: PreparingConnection): Promise<void> {
    await connection.run('commit')
  }

  /** In a database that has died, there is nothing left to roll back. */
  async rollbackTransaction(connection: PreparingConnection): Promise<void> {
    if (connection.alive) await connection.run('rollback')
  }

  async destroy(): Promise<void> {
    await this.#connection.database.close()
  }
}

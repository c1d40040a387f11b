import { PGliteAdapter, PGliteDialect } from 'kysely'
import type { Driver } from 'kysely'
import type { Unavailable } from '../errors.ts'
import { Limiter } from '../lib/limiter.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import type { OutageLog } from './outage-log.ts'
import { PreparingConnection, YIELD_EVERY_MS } from './pglite-connection.ts'

/**
 * Kysely's PGlite dialect with a driver of our own. It differs from the stock driver in two ways.
 *
 * One caller at a time uses the single connection. The stock driver gives it to all callers at once: a query of one
 * request would run inside another's open transaction, and two transactions at once would hang.
 *
 * Statements are prepared. PGlite's `query` parses, describes and plans each statement anew, and calls WebAssembly six
 * times. That is most of the time of a short read.
 */
export class ExclusivePGliteDialect extends PGliteDialect {
  readonly #pool: SingleConnectionPool
  readonly #how: { urgent: boolean }

  /** `urgent` callers go before all others that wait for the connection. */
  constructor(pool: SingleConnectionPool, how = { urgent: false }) {
    super({ pglite: async () => (await pool.database.reopenIfCrashed()).pglite })
    this.#pool = pool
    this.#how = how
  }

  override createAdapter(): PGliteAdapter {
    return new ConcurrentAdapter()
  }

  override createDriver(): Driver {
    return exclusiveDriver(this.#pool, this.#how)
  }
}

/** With `false` here, Kysely would serialize the callers itself, and block all of them after one failed open. */
class ConcurrentAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** A connection pool of one connection. */
export class SingleConnectionPool {
  readonly database: EmbeddedDatabase
  readonly #outages: OutageLog
  readonly #queue = new Limiter({ slots: 1 })
  #connection: PreparingConnection | undefined
  #releaseSlot = () => {}
  /** When it last yielded to the event loop. */
  #yieldedAt = 0

  constructor(database: EmbeddedDatabase, outages: OutageLog) {
    this.database = database
    this.#outages = outages
  }

  async acquire(how: { urgent: boolean }): Promise<PreparingConnection> {
    const release = await this.#queue.acquire('', how)
    try {
      if (!this.#connection?.isOpen) {
        this.#connection = new PreparingConnection(await this.database.reopenIfCrashed(), this.#outages)
      }
      this.#releaseSlot = release
      return this.#connection.lend()
    } catch (error) {
      release()
      this.#outages.failed(error as Unavailable)
      throw error
    }
  }

  release(): void {
    if (performance.now() - this.#yieldedAt < YIELD_EVERY_MS) return this.#releaseSlot()
    setImmediate(() => {
      this.#yieldedAt = performance.now()
      this.#releaseSlot()
    })
  }
}

function exclusiveDriver(pool: SingleConnectionPool, how: { urgent: boolean }): Driver {
  return {
    init: async () => {},
    acquireConnection: () => pool.acquire(how),
    releaseConnection: async () => pool.release(),
    /** There is no concurrency, so any isolation level is the same. */
    beginTransaction: async (connection: PreparingConnection) => void (await connection.run('begin')),
    commitTransaction: async (connection: PreparingConnection) => void (await connection.run('commit')),
    /** A crashed database has nothing to roll back. */
    rollbackTransaction: async (connection: PreparingConnection) => {
      if (connection.isOpen) await connection.run('rollback')
    },
    destroy: () => pool.database.close(),
  }
}

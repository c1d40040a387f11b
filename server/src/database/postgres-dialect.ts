import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Dialect, Driver, TransactionSettings } from 'kysely'
import type { PostgresPool } from './postgres-pool.ts'
import type { PostgresSession } from './postgres-session.ts'

/**
 * Kysely's dialect for a server, with our own connection pool. The pool of the `postgres` driver reconnects a connection while
 * a caller uses it, and waits longer after each failure. Ours does neither.
 */
export function pooledPostgresDialect(pool: PostgresPool): Dialect {
  return {
    createDriver: () => new PooledDriver(pool),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

class PooledDriver implements Driver {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PostgresSession> {
    return this.#pool.acquire()
  }

  async releaseConnection(session: PostgresSession): Promise<void> {
    this.#pool.release(session)
  }

  async beginTransaction(session: PostgresSession, { isolationLevel }: TransactionSettings): Promise<void> {
    await session.executeQuery(CompiledQuery.raw(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin'))
  }

  async commitTransaction(session: PostgresSession): Promise<void> {
    await session.executeQuery(CompiledQuery.raw('commit'))
  }

  /** A session that cannot roll back is closed, which ends its transaction. */
  async rollbackTransaction(session: PostgresSession): Promise<void> {
    await session.executeQuery(CompiledQuery.raw('rollback')).catch(() => session.discard())
  }

  async destroy(): Promise<void> {
    await this.#pool.close()
  }
}

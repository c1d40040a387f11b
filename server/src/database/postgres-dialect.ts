import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DatabaseIntrospector, Dialect, Driver, Kysely, TransactionSettings } from 'kysely'
import type { PostgresPool } from './postgres-pool.ts'
import type { PostgresSession } from './postgres-session.ts'

/**
 * Kysely's dialect for a server, over sessions of our own. The pool of the `postgres` driver connects a borrowed
 * connection again behind the borrower's back, and waits longer after each failure; ours does neither.
 */
export class PooledPostgresDialect implements Dialect {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  createDriver(): Driver {
    return new PooledDriver(this.#pool)
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

class PooledDriver implements Driver {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PostgresSession> {
    return this.#pool.borrow()
  }

  async releaseConnection(session: PostgresSession): Promise<void> {
    this.#pool.giveBack(session)
  }

  async beginTransaction(session: PostgresSession, { isolationLevel }: TransactionSettings): Promise<void> {
    await session.executeQuery(CompiledQuery.raw(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin'))
  }

  async commitTransaction(session: PostgresSession): Promise<void> {
    await session.executeQuery(CompiledQuery.raw('commit'))
  }

  /** A session that cannot roll back ends, and its transaction with it. */
  async rollbackTransaction(session: PostgresSession): Promise<void> {
    await session.executeQuery(CompiledQuery.raw('rollback')).catch(() => session.discard())
  }

  async destroy(): Promise<void> {
    await this.#pool.close()
  }
}

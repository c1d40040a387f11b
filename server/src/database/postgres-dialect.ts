import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Dialect, Driver } from 'kysely'
import type { PostgresPool } from './postgres-pool.ts'
import type { PostgresSession } from './postgres-session.ts'

/**
 * Kysely's dialect for a server, with our own connection pool. The pool of the `postgres` driver reconnects a
 * connection while a caller uses it, and waits longer after each failure. Ours does neither.
 */
export function pooledPostgresDialect(pool: PostgresPool): Dialect {
  return {
    createDriver: () => pooledDriver(pool),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

function pooledDriver(pool: PostgresPool): Driver {
  return {
    init: async () => {},
    acquireConnection: () => pool.acquire(),
    releaseConnection: async (session: PostgresSession) => pool.release(session),
    beginTransaction: async (session: PostgresSession, { isolationLevel }) => {
      await run(session, isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
    },
    commitTransaction: (session: PostgresSession) => run(session, 'commit'),
    /** A session that cannot roll back is closed, which ends its transaction. */
    rollbackTransaction: (session: PostgresSession) => run(session, 'rollback').catch(() => session.discard()),
    destroy: () => pool.close(),
  }
}

async function run(session: PostgresSession, statement: string): Promise<void> {
  await session.executeQuery(CompiledQuery.raw(statement))
}

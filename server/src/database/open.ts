import { CompiledQuery, Kysely } from 'kysely'
import type { DatabaseConfig } from '../config.ts'
import { describeServer, parseDatabaseUrl } from '../lib/database-url.ts'
import { OperatorError, Unavailable } from '../errors.ts'
import { EmbeddedDatabase } from './embedded-database.ts'
import { migrate } from './migrate.ts'
import { OutageLog } from './outage-log.ts'
import { ownFolder } from './own-folder.ts'
import type { OwnedFolder } from './own-folder.ts'
import { ExclusivePGliteDialect, SingleConnectionPool } from './pglite-dialect.ts'
import { countConnections } from './pool-usage.ts'
import type { PoolUsage } from './pool-usage.ts'
import { postgresDialect, PostgresPool } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

const OLDEST_SERVER = 15

/** Connections of a process to a server, the one for admission included. */
export const MAX_CONNECTIONS = 10

export type Store = {
  db: Kysely<Tables>
  /** Connections for the admission of requests only, so that admission never waits for queries. */
  admissionDb: Kysely<Tables>
  /** Logs when the database becomes unavailable, and when it is back. */
  outages: OutageLog
  pool: PoolUsage
  /** Runs a script of several statements as one transaction. */
  runScript: (sql: string) => Promise<void>
  close: () => Promise<void>
}

/** Opens the database and migrates its schema. Throws an OperatorError where that fails. */
export async function openStore(config: DatabaseConfig): Promise<Store> {
  const store = await openDatabase(config)
  try {
    await migrate(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Opens the database without migrations. Throws FolderInUse where another process has the folder, and an OperatorError
 * where it cannot be opened.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Store> {
  return config.engine === 'embedded' ? openFolder(ownFolder(config.dataDir)) : openServer(config.url)
}

/** Opens the database in a folder that this process already owns. Closing it releases the folder. */
export async function openFolder(folder: OwnedFolder): Promise<Store> {
  const outages = new OutageLog()
  const pool = { size: 1, inUse: 0, waiting: 0 }
  const database = await EmbeddedDatabase.open(folder)
  const connections = new SingleConnectionPool(database, outages)
  return {
    db: new Kysely<Tables>({ dialect: countConnections(new ExclusivePGliteDialect(connections), pool) }),
    admissionDb: new Kysely<Tables>({ dialect: new ExclusivePGliteDialect(connections, { urgent: true }) }),
    pool,
    outages,
    runScript: async (script) => void (await (await database.reopenIfCrashed()).pglite.exec(script)),
    close: () => database.close(),
  }
}

async function openServer(text: string): Promise<Store> {
  const outages = new OutageLog()
  const url = parseDatabaseUrl(text)
  const pool = new PostgresPool(url, outages, MAX_CONNECTIONS - 1)
  const admissionPool = new PostgresPool(url, outages, 1)
  const close = async () => void (await Promise.all([pool.destroy(), admissionPool.destroy()]))
  try {
    const session = await pool.acquireConnection()
    await pool.releaseConnection(session)
    const version = Math.floor(session.server.version / 10_000)
    if (version < OLDEST_SERVER)
      throw new OperatorError(`it runs Postgres ${version}, and ${OLDEST_SERVER} or newer is needed`)
  } catch (error) {
    await close()
    const servers = url.servers.map(describeServer).join(', ')
    throw new OperatorError(`The database at ${servers} cannot be used: ${reason(error)}.`)
  }
  const usage = { size: MAX_CONNECTIONS - 1, inUse: 0, waiting: 0 }
  return {
    db: new Kysely<Tables>({ dialect: countConnections(postgresDialect(pool), usage) }),
    admissionDb: new Kysely<Tables>({ dialect: postgresDialect(admissionPool) }),
    pool: usage,
    outages,
    runScript: async (script) => {
      const session = await pool.acquireConnection()
      // A statement without parameters may be several.
      await session.executeQuery(CompiledQuery.raw(script)).finally(() => pool.releaseConnection(session))
    },
    close,
  }
}

/** The root cause. A failed connection may name it in `code`, not in its message. */
function reason(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string }
  return error instanceof Unavailable && cause ? reason(cause) : message || code || String(error)
}

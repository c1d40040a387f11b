import { Kysely } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import postgres from 'postgres'
import type { DatabaseConfig } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { openDurablePglite } from './durable-pglite.ts'
import { migrate } from './migrate.ts'
import { ownFolder } from './own-folder.ts'
import { ExclusivePGliteDialect } from './pglite-dialect.ts'
import { countConnections } from './pool-usage.ts'
import type { PoolUsage } from './pool-usage.ts'
import type { Tables } from './tables.ts'

const OLDEST_SERVER = 15

export type Store = {
  db: Kysely<Tables>
  pool: PoolUsage
  /** Runs a script of several statements as one transaction. */
  runScript: (sql: string) => Promise<void>
  close: () => Promise<void>
}

/** Opens the database and brings its schema up to date. Throws an OperatorError where that cannot be done. */
export async function openStore(config: DatabaseConfig): Promise<Store> {
  const store = config.engine === 'embedded' ? await openFolder(config.dataDir) : await openServer(config.url)
  try {
    await migrate(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Takes the folder for this process and opens the database in it. Throws FolderInUse where another process has it. */
async function openFolder(dataDir: string): Promise<Store> {
  const folder = ownFolder(dataDir)
  try {
    const pglite = await openDurablePglite(folder.databaseDir)
    const pool = { size: 1, inUse: 0, waiting: 0 }
    const db = new Kysely<Tables>({ dialect: countConnections(new ExclusivePGliteDialect(pglite), pool) })
    return {
      db,
      pool,
      runScript: async (script) => void (await pglite.exec(script)),
      close: async () => {
        await db.destroy()
        if (!pglite.closed) await pglite.close()
        folder.release()
      },
    }
  } catch (error) {
    folder.release()
    throw new OperatorError(`The database in ${dataDir} does not open: ${(error as Error).message}`)
  }
}

async function openServer(url: string): Promise<Store> {
  const client = postgres(url, {
    onnotice: () => {},
    connect_timeout: 10,
    // A statement is planned once: planning the larger reads anew takes longer than running them.
    connection: { plan_cache_mode: 'force_generic_plan' },
    types: {
      int8: { to: 20, from: [20], parse: Number, serialize: String },
      // Text given for a JSON column is JSON already, as with PGlite.
      json: { to: 114, from: [114, 3802], parse: JSON.parse, serialize: (json: string) => json },
    },
  })
  try {
    const [row] = await client<[{ version: string }]>`select current_setting('server_version_num') as version`
    if (Number(row.version) < OLDEST_SERVER * 10_000) {
      throw new Error(
        `it runs Postgres ${Math.floor(Number(row.version) / 10_000)}, and ${OLDEST_SERVER} or newer is needed`,
      )
    }
  } catch (error) {
    await client.end({ timeout: 0 })
    throw new OperatorError(`The database at ${new URL(url).host} cannot be used: ${reason(error)}.`)
  }
  const pool = { size: client.options.max, inUse: 0, waiting: 0 }
  const db = new Kysely<Tables>({ dialect: countConnections(new PostgresJSDialect({ postgres: client }), pool) })
  return {
    db,
    pool,
    runScript: async (script) => void (await client.unsafe(script).simple()),
    close: async () => {
      await db.destroy()
      await client.end({ timeout: 5 })
    },
  }
}

/** A failed connection carries its cause in `errors` or `code`, not in its message. */
function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

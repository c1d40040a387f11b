import { Kysely } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import postgres from 'postgres'
import type { DatabaseConfig } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { openDurablePglite } from './durable-pglite.ts'
import { migrate } from './migrate.ts'
import { ownFolder } from './own-folder.ts'
import type { OwnedFolder } from './own-folder.ts'
import { ExclusivePGliteDialect } from './pglite-dialect.ts'
import type { Tables } from './tables.ts'

const OLDEST_SERVER = 15

export type Store = {
  db: Kysely<Tables>
  /** Runs a script of several statements as one transaction. */
  runScript: (sql: string) => Promise<void>
  close: () => Promise<void>
}

/** Opens the database and brings its schema up to date. Throws an OperatorError where that cannot be done. */
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
 * Opens the database with the schema that it has. Throws FolderInUse where another process has the folder, and an
 * OperatorError where it cannot be opened.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Store> {
  return config.engine === 'embedded' ? openFolder(ownFolder(config.dataDir)) : openServer(config.url)
}

/** Opens the database in a folder that this process has already taken; closing it gives the folder back. */
export async function openFolder(folder: OwnedFolder): Promise<Store> {
  try {
    const pglite = await openDurablePglite(folder.databaseDir)
    const db = new Kysely<Tables>({ dialect: new ExclusivePGliteDialect(pglite) })
    return {
      db,
      runScript: async (script) => void (await pglite.exec(script)),
      close: async () => {
        await db.destroy()
        if (!pglite.closed) await pglite.close()
        folder.release()
      },
    }
  } catch (error) {
    folder.release()
    throw new OperatorError(`The database in ${folder.databaseDir} does not open: ${(error as Error).message}`)
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
  const db = new Kysely<Tables>({ dialect: new PostgresJSDialect({ postgres: client }) })
  return {
    db,
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

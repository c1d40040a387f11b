import { CompiledQuery, Kysely, PGliteAdapter, PGliteDialect } from 'kysely'
import type { Driver, DatabaseConnection, QueryResult } from 'kysely'
import type { DatabaseConfig } from '../config.ts'
import { describeServer, parseDatabaseUrl } from '../lib/database-url.ts'
import { OperatorError, Unavailable } from '../errors.ts'
import { EmbeddedDatabase } from './embedded-database.ts'
import type { CrashablePglite } from './embedded-database.ts'
import { migrate } from './migrate.ts'
import { OutageLog, orUnavailable, unavailable } from './unavailability.ts'
import { ownFolder } from './own-folder.ts'
import type { OwnedFolder } from './own-folder.ts'
import { countConnections, postgresDialect, PostgresPool } from './postgres-pool.ts'
import type { PoolUsage } from './postgres-pool.ts'
import type { Tables } from './tables.ts'
import { Limiter } from '../lib/limiter.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse, protocol } from '@electric-sql/pglite'
import type { messages, PGlite } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'

/**
 * How often to yield to the event loop, in milliseconds. The embedded database runs in this process and never yields by
 * itself.
 */
const YIELD_EVERY_MS = 5

/** Prepared statements in the cache; the plan of a search takes half a megabyte. */
const MAX_PREPARED = 100

type Prepared = {
  name: string
  parameterTypes: number[]
  /** The description of the columns, which precedes the rows of an unprepared statement. */
  description: messages.BackendMessage[]
}

/** The single connection to the embedded database, with a cache of prepared statements. */
class PreparingConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #panicCause: () => unknown
  readonly #outages: OutageLog
  readonly #prepared: LRUCache<string, Prepared>
  /** Statements evicted from the cache. The next `prepare` closes them in the database. */
  #unused: string[] = []
  #count = 0
  /** When its present user got it, or last yielded to the event loop. */
  #workingSince = 0

  constructor({ pglite, panicCause }: CrashablePglite, outages: OutageLog) {
    this.#pglite = pglite
    this.#panicCause = panicCause
    this.#outages = outages
    this.#prepared = new LRUCache({ max: MAX_PREPARED, dispose: ({ name }) => this.#unused.push(name) })
  }

  /** Whether the database has not crashed. */
  get isOpen(): boolean {
    return this.#panicCause() === undefined
  }

  /** Call it when somebody gets the connection. */
  lend(): this {
    this.#workingSince = performance.now()
    return this
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A long transaction has the database for itself, and not the process.
    if (performance.now() - this.#workingSince >= YIELD_EVERY_MS) {
      await nextTurn()
      this.#workingSince = performance.now()
    }
    const { rows, affectedRows } = await this.run<Row>(sql, parameters)
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  streamQuery(): never {
    throw new Error('The embedded database does not stream.')
  }

  async run<Row>(sql: string, parameters: readonly unknown[] = []) {
    const { description, answer } = await this.#execute(sql, parameters)
    const [result] = parse.parseResults([...description, ...answer], this.#pglite.parsers, { rowMode: 'object' })
    return { rows: result!.rows as Row[], affectedRows: result!.affectedRows }
  }

  /** The answer holds the rows, the description their columns. */
  async #execute(sql: string, parameters: readonly unknown[]) {
    const { name, parameterTypes, description } = this.#prepared.get(sql) ?? (await this.#prepare(sql))
    const values = parameters.map((value, i) => this.#serialize(value, parameterTypes[i]!))
    const { serialize } = protocol
    const answer = await this.#send(serialize.bind({ statement: name, values }), serialize.execute())
    return { description, answer }
  }

  async #prepare(sql: string): Promise<Prepared> {
    const { serialize } = protocol
    const name = `s${++this.#count}`
    const closing = this.#unused.map((unused) => serialize.close({ type: 'S', name: unused }))
    this.#unused = []
    const answer = await this.#send(
      ...closing,
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    )
    const prepared = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(answer),
      description: answer.filter((message) => message.name === 'rowDescription'),
    }
    this.#prepared.set(sql, prepared)
    return prepared
  }

  /** Sends the messages in one batch, with a sync message at the end. Throws the database's error. */
  async #send(...parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    if (!this.isOpen) throw unavailable(this.#panicCause())
    try {
      const answer = await this.#pglite.execProtocol(Buffer.concat([...parts, protocol.serialize.sync()]))
      this.#outages.answered()
      return answer.messages
    } catch (error) {
      const reported = this.isOpen ? orUnavailable(error) : unavailable(this.#panicCause())
      if (reported instanceof Unavailable) this.#outages.failed(reported)
      throw reported
    }
  }

  #serialize(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const serializer = this.#pglite.serializers[type]
    return serializer ? serializer(value) : String(value)
  }
}

/**
 * Kysely's PGlite dialect with a driver of our own. It differs from the stock driver in two ways.
 *
 * One caller at a time uses the single connection. The stock driver gives it to all callers at once: a query of one
 * request would run inside another's open transaction, and two transactions at once would hang.
 *
 * Statements are prepared. PGlite's `query` parses, describes and plans each statement anew, and calls WebAssembly six
 * times. That is most of the time of a short read.
 */
class ExclusivePGliteDialect extends PGliteDialect {
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

class SingleConnectionPool {
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

const OLDEST_SERVER = 15

/** Connections of a process to a server, the one for admission included. */
const MAX_CONNECTIONS = 10

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
    const { encoding, version: number } = session.server
    const version = Math.floor(number / 10_000)
    if (version < OLDEST_SERVER)
      throw new OperatorError(`it runs Postgres ${version}, and ${OLDEST_SERVER} or newer is needed`)
    if (encoding !== 'UTF8')
      throw new OperatorError(`its encoding is ${encoding}. Create it by createdb --template template0 --encoding UTF8`)
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

import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import postgres from 'postgres'
import type { ServerAddress } from '../lib/database-url.ts'
import { Unavailable } from '../errors.ts'
import { isLockTimeout, orUnavailable, READ_ONLY, unavailable } from './unavailability.ts'
import type { OutageLog } from './unavailability.ts'
import { SERVER_SESSION_SETTINGS, SESSION_HISTORY } from './session-settings.ts'
import { LRUCache } from 'lru-cache'

/** After this many uses, a statement is prepared. */
const FREQUENT = 3
/** Characters of the counted statements in memory. */
const MAX_LENGTH = 2_000_000

/**
 * Counts uses of statements, to prepare only the frequent ones. A search has hundreds of statement texts, by its
 * filters and words. Each cached plan takes up to half a megabyte of a server process.
 */
class StatementUses {
  readonly #uses = new LRUCache<string, number>({ maxSize: MAX_LENGTH, sizeCalculation: (_, text) => text.length })

  /** Counts a use, and returns whether the statement is frequent. */
  isFrequent(text: string): boolean {
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses <= FREQUENT) this.#uses.set(text, uses)
    return uses >= FREQUENT
  }
}

const SETTINGS = `select ${SERVER_SESSION_SETTINGS},
  current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  exists (select from pg_extension where extname = 'citus') as "isCluster"`

/** Prepared statements of a session. The server's process then stays below about 50 MB. */
const MAX_PREPARED = 100
/** A session of this age is closed once it is released, in milliseconds: its memory on the server only grows. */
const LIFETIME_MS = 45 * 60_000

/** Shared by all sessions: a frequent statement is frequent in each of them. */
const uses = new StatementUses()

const LOST = unavailable(new Error('The connection was lost.'))

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** What a session's first statement tells of the server: `version` is such as 150004 for 15.4. */
type Opened = { version: number; encoding: string; history: string; isReadOnly: boolean; isCluster: boolean }

/**
 * One connection to a server. It never reconnects, as the driver would: after the loss of a connection, the remaining
 * statements of its transaction would run outside of a transaction.
 */
export class PostgresSession implements DatabaseConnection {
  readonly #client: postgres.Sql
  readonly #outages: OutageLog
  readonly #openedAt = performance.now()
  readonly #prepared = new Set<string>()
  #socket: Socket | undefined
  #refusedWrite = false
  #unanswered = 0
  #heardAt = 0
  readonly address: ServerAddress
  server: Opened = { version: 0, encoding: '', history: '', isReadOnly: false, isCluster: false }
  closed = false

  /** Call `open` before its first statement. `url` has the user, the password, the database and options. */
  constructor(url: string, address: ServerAddress, outages: OutageLog) {
    this.address = address
    this.#outages = outages
    const { host, port } = address
    const path = host.startsWith('/') && `${host}/.s.PGSQL.${port}`
    const options = {
      host: [host],
      port: [port],
      path,
      max: 1,
      max_lifetime: null,
      keep_alive: 5,
      fetch_types: false,
      onnotice: () => {},
      onclose: () => this.discard(),
      // Our own socket can be destroyed; the driver would wait for the server.
      socket: () => {
        if (this.#socket || this.closed) throw LOST
        return (this.#socket = Object.assign(path ? connect(path) : connect(port, host), { host, port }))
      },
      connection: { application_name: 'trade-catalogue' },
      types: {
        int8: { to: 20, from: [20], parse: Number, serialize: String },
        // A string for a JSON column is raw JSON, as with PGlite.
        json: { to: 114, from: [114, 3802], parse: JSON.parse, serialize: (json: string) => json },
      },
    }
    this.#client = postgres(url, options as unknown as postgres.Options<{ int8: postgres.PostgresType }>)
  }

  /** Throws the error of the server or the system where the connection does not open in time. */
  async open(limitMs: number): Promise<void> {
    let isSilent = false
    const limit = setTimeout(() => {
      isSilent = true
      this.discard()
    }, limitMs)
    try {
      this.server = (await this.#client.unsafe<[Opened]>(SETTINGS))[0]
    } catch (cause) {
      this.discard()
      throw isSilent ? new Error(`it has not answered for ${limitMs / 1000} s`, { cause }) : cause
    } finally {
      clearTimeout(limit)
    }
  }

  /** Whether a new session is better: it is old, its plans take much memory, or its server now refuses writes. */
  get isSpent(): boolean {
    const isOld = performance.now() - this.#openedAt > LIFETIME_MS
    return this.closed || isOld || this.#prepared.size > MAX_PREPARED || this.#refusedWrite
  }

  /** Milliseconds since the server last answered, while a statement is running; 0 while none is. */
  unansweredMs(): number {
    return this.#unanswered === 0 ? 0 : performance.now() - this.#heardAt
  }

  async executeQuery<Row>({ sql: asked, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.closed) throw LOST
    const { isCluster, history } = this.server
    const sql = isCluster ? clusterStatement(asked, history) : asked
    const prepare = this.#prepared.has(sql) || uses.isFrequent(sql)
    if (prepare) this.#prepared.add(sql)
    if (this.#unanswered++ === 0) this.#heardAt = performance.now()
    try {
      const result = await this.#client.unsafe(sql, parameters as postgres.ParameterOrJSON<never>[], { prepare })
      this.#outages.answered()
      const rows = Array.from(result) as Row[]
      return CHANGES.has(result.command) ? { rows, numAffectedRows: BigInt(result.count) } : { rows }
    } catch (error) {
      const reported = orUnavailable(error)
      this.#refusedWrite ||= (error as { code?: string }).code === READ_ONLY
      if (reported instanceof Unavailable && !isLockTimeout(reported)) this.#outages.failed(reported)
      throw reported
    } finally {
      this.#unanswered--
      this.#heardAt = performance.now()
    }
  }

  streamQuery(): never {
    throw new Error('Statements are not streamed.')
  }

  /** Destroys the socket; running statements fail, and those in the driver's queue. */
  discard(): void {
    if (this.closed) return
    this.closed = true
    this.#socket?.destroy()
    void this.#client.end({ timeout: 0 })
  }

  /** Closes the session gracefully. */
  async end(): Promise<void> {
    await this.#client.end({ timeout: 1 })
    this.discard()
  }
}

/** Whether a server that is running has refused something. */
export function isRefusal(error: unknown): boolean {
  const { cause } = error as Error
  return error instanceof postgres.PostgresError || (cause !== undefined && isRefusal(cause))
}

/** A workspace that no index may be used for, as `(workspace_id = $1) is true`: Postgres then takes the index of words. */
const WITHOUT_INDEX = /\(((?:\w+\.)?workspace_id = \$\d+)\) is true/g

/**
 * A statement as a Citus cluster takes it. It finds the node of a statement by plain comparisons of the workspace only.
 * Its nodes know no settings of the session, so the history of the database is written into the statement.
 */
export function clusterStatement(statement: string, history: string): string {
  return statement.replaceAll(WITHOUT_INDEX, '$1').replaceAll(SESSION_HISTORY, `'${history}'`)
}

import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import postgres from 'postgres'
import { Unavailable } from '../errors.ts'
import type { OutageLog } from './outage-log.ts'
import { clusterStatement } from './cluster-statement.ts'
import { SERVER_SESSION_SETTINGS, SESSION_HISTORY } from './session-settings.ts'
import { StatementUses } from './statement-uses.ts'
import { isLockTimeout, orUnavailable, unavailable } from './unavailability.ts'

/** How long a connection may take to open, in milliseconds. */
const OPEN_LIMIT_MS = 5_000

const SETTINGS = `select ${SERVER_SESSION_SETTINGS},
  case when exists (select from pg_extension where extname = 'citus') then ${SESSION_HISTORY} end as "clusterHistory",
  pg_backend_pid() as pid, current_setting('server_version_num')::integer as version`

/** Prepared statements of a session. The server's process then stays below about 50 MB. */
const MAX_PREPARED = 100

/** Shared by all sessions: a frequent statement is frequent in each of them. */
const uses = new StatementUses()

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * One connection to a server. It never reconnects: after the loss of a connection, the remaining statements of its
 * transaction would run outside of a transaction.
 */
export class PostgresSession implements DatabaseConnection {
  readonly #client: postgres.Sql
  readonly #outages: OutageLog
  #socket: Socket | undefined
  #closed = false
  #onClose = () => {}
  #unanswered = 0
  #heardAt = 0
  readonly #prepared = new Set<string>()
  readonly openedAt = performance.now()
  /** The id of the server's process. */
  pid = 0
  /** The server's version, such as 150004 for 15.4. */
  version = 0
  /** The history of the database, where the server is the coordinator of a Citus cluster; else null. */
  #clusterHistory: string | null = null

  private constructor(url: string, outages: OutageLog) {
    this.#outages = outages
    this.#client = postgres(url, {
      max: 1,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      onclose: () => this.#close(),
      socket: (options: SocketOptions) => this.#connect(options),
      connection: { application_name: 'trade-catalogue' },
      types: {
        int8: { to: 20, from: [20], parse: Number, serialize: String },
        // A string for a JSON column is raw JSON, as with PGlite.
        json: { to: 114, from: [114, 3802], parse: JSON.parse, serialize: (json: string) => json },
      },
    } as postgres.Options<{ int8: postgres.PostgresType }>)
  }

  /** Throws the error of the server or the system where the connection does not open, also after a timeout. */
  static async open(url: string, outages: OutageLog): Promise<PostgresSession> {
    const session = new PostgresSession(url, outages)
    let silent = false
    const limit = setTimeout(() => {
      silent = true
      session.discard()
    }, OPEN_LIMIT_MS)
    try {
      const [row] =
        await session.#client.unsafe<[{ pid: number; version: number; clusterHistory: string | null }]>(SETTINGS)
      session.pid = row.pid
      session.version = row.version
      session.#clusterHistory = row.clusterHistory
      return session
    } catch (error) {
      session.discard()
      throw silent ? new Error(`it has not answered for ${OPEN_LIMIT_MS / 1000} seconds`, { cause: error }) : error
    } finally {
      clearTimeout(limit)
    }
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Whether its cached plans take so much memory that a new session is better. */
  get hasTooManyPlans(): boolean {
    return this.#prepared.size > MAX_PREPARED
  }

  /** Milliseconds since the server last answered, while a statement is running; 0 while none is. */
  unansweredMs(): number {
    return this.#unanswered === 0 ? 0 : performance.now() - this.#heardAt
  }

  /** Registers a callback for the end of the connection, for any reason. */
  whenClosed(callback: () => void): void {
    this.#onClose = callback
  }

  async executeQuery<Row>({ sql: asked, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const sql = this.#clusterHistory === null ? asked : clusterStatement(asked, this.#clusterHistory)
    const result = await this.#run(() => {
      const prepare = this.#prepared.has(sql) || uses.isFrequent(sql)
      if (prepare) this.#prepared.add(sql)
      return this.#client.unsafe(sql, parameters as postgres.ParameterOrJSON<never>[], { prepare })
    })
    const rows = Array.from(result) as Row[]
    return CHANGES.has(result.command) ? { rows, numAffectedRows: BigInt(result.count) } : { rows }
  }

  streamQuery(): never {
    throw new Error('Statements are not streamed.')
  }

  /** Several statements, as one transaction. */
  async runScript(script: string): Promise<void> {
    await this.#run(() => this.#client.unsafe(script).simple())
  }

  async #run<T>(send: () => Promise<T>): Promise<T> {
    if (this.#closed) throw unavailable(new Error('The connection was lost.'))
    if (this.#unanswered++ === 0) this.#heardAt = performance.now()
    try {
      const result = await send()
      this.#outages.answered()
      return result
    } catch (error) {
      const reported = orUnavailable(error)
      if (reported instanceof Unavailable && !isLockTimeout(reported)) this.#outages.failed(reported)
      throw reported
    } finally {
      this.#unanswered--
      this.#heardAt = performance.now()
    }
  }

  /** Destroys the socket; running statements fail. */
  discard(): void {
    this.#socket?.destroy()
    this.#close()
  }

  /** Closes the session gracefully. */
  async end(): Promise<void> {
    await this.#client.end({ timeout: 1 })
    this.discard()
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    // Statements in the driver's queue fail, too.
    void this.#client.end({ timeout: 0 })
    this.#onClose()
  }

  /** We open the socket, so that we can destroy it; the driver would wait for the server. */
  async #connect({ host: [host], port: [port], path }: SocketOptions): Promise<Socket> {
    if (this.#closed || this.#socket) throw unavailable(new Error('The connection was lost.'))
    const socket = path ? connect(path) : connect({ host: host!, port: port! })
    this.#socket = Object.assign(socket, { host, port })
    await once(socket, 'connect')
    return socket.setKeepAlive(true, 60_000)
  }
}

type SocketOptions = { host: string[]; port: number[]; path: string | false }

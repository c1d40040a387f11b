import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import postgres from 'postgres'
import type { ServerAddress } from '../database-url.ts'
import { Unavailable } from '../errors.ts'
import type { OutageLog } from './outage-log.ts'
import { clusterStatement } from './cluster-statement.ts'
import { SERVER_SESSION_SETTINGS } from './session-settings.ts'
import { StatementUses } from './statement-uses.ts'
import { isLockTimeout, orUnavailable, unavailable } from './unavailability.ts'

const SETTINGS = `select ${SERVER_SESSION_SETTINGS},
  pg_backend_pid() as pid, current_setting('server_version_num')::integer as version,
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  exists (select from pg_extension where extname = 'citus') as "isCluster"`

/** Prepared statements of a session. The server's process then stays below about 50 MB. */
const MAX_PREPARED = 100

/** Shared by all sessions: a frequent statement is frequent in each of them. */
const uses = new StatementUses()

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export type SessionOptions = {
  /** The server; undefined for the driver's default. */
  server: ServerAddress | undefined
  /** User, password, database and other options for the driver. */
  url: string
  outages: OutageLog
  /** How long it may take to open, in milliseconds. */
  openLimitMs: number
}

/** What a session's first statement tells of the server. */
type Opened = { pid: number; version: number; history: string; isReadOnly: boolean; isCluster: boolean }

/**
 * One connection to a server. It never reconnects: after the loss of a connection, the remaining statements of its
 * transaction would run outside of a transaction.
 */
export class PostgresSession implements DatabaseConnection {
  readonly #client: postgres.Sql
  readonly #options: SessionOptions
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
  /** The history of the database: see `session-settings.ts`. */
  history = ''
  /** Whether the server refused writes when it opened. */
  isReadOnly = false
  /** Whether the server is the coordinator of a Citus cluster. */
  isCluster = false

  /** Call `open` before its first statement. */
  constructor(options: SessionOptions) {
    this.#options = options
    const { url, server } = options
    this.#client = postgres(url, {
      ...(server && { host: [server.host], port: [server.port], path: socketPath(server) }),
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
  async open(): Promise<void> {
    const { openLimitMs } = this.#options
    let silent = false
    const limit = setTimeout(() => {
      silent = true
      this.discard()
    }, openLimitMs)
    try {
      const [{ pid, version, history, isReadOnly, isCluster }] = await this.#client.unsafe<[Opened]>(SETTINGS)
      Object.assign(this, { pid, version, history, isReadOnly, isCluster } satisfies Opened)
    } catch (error) {
      this.discard()
      throw silent ? new Error(`it has not answered for ${openLimitMs / 1000} s`, { cause: error }) : error
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
    const sql = this.isCluster ? clusterStatement(asked, this.history) : asked
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
      this.#options.outages.answered()
      return result
    } catch (error) {
      const reported = orUnavailable(error)
      if (reported instanceof Unavailable && !isLockTimeout(reported)) this.#options.outages.failed(reported)
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

/** Where a Unix socket is; false for a host. */
function socketPath({ host, port }: ServerAddress): string | false {
  return host.startsWith('/') && `${host}/.s.PGSQL.${port}`
}

type SocketOptions = { host: string[]; port: number[]; path: string | false }

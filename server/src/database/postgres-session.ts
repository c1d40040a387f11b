import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import postgres from 'postgres'
import { Unavailable } from '../errors.ts'
import type { OutageLog } from './outage-log.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { StatementUses } from './statement-uses.ts'
import { isLockTimeout, orUnavailable, unavailable } from './unavailability.ts'

/** How long a server may take to let us in, in milliseconds. */
const OPEN_LIMIT_MS = 5_000

/**
 * What a session is like, beside the driver's own. A statement that waits for a lock is given up after a while, and a
 * process that has stopped in the middle of a transaction does not hold its locks for ever. A table is read whole, or
 * sorted, only where no index will do: a plan that was made while it was small, as that of a foreign key's check, is kept.
 */
const SETTINGS = `select ${SESSION_SETTINGS}, set_config('lock_timeout', '10s', false),
  set_config('enable_seqscan', 'off', false), set_config('enable_sort', 'off', false),
  set_config('idle_in_transaction_session_timeout', '60s', false),
  pg_backend_pid() as pid, current_setting('server_version_num')::integer as version`

/** Statements that a session keeps prepared: the server's process for it then stays below some 50 MB. */
const MAX_PREPARED = 100

/** Of all sessions together: what is used often is so in each of them. */
const uses = new StatementUses()

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * One connection to a server, from its opening to its end. It never connects again: statements of a transaction that
 * died with its connection would run outside of it, and be acknowledged.
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
  /** Of the server's process. */
  pid = 0
  /** Of the server, as 150004 for 15.4. */
  version = 0

  private constructor(url: string, outages: OutageLog) {
    this.#outages = outages
    this.#client = postgres(url, {
      max: 1,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      onclose: () => this.#close(),
      socket: (options: SocketOptions) => this.#connect(options),
      // A statement is planned once, and never compiled: for the larger reads, either takes longer than running them.
      connection: { application_name: 'trade-catalogue', plan_cache_mode: 'force_generic_plan', jit: 'off' },
      types: {
        int8: { to: 20, from: [20], parse: Number, serialize: String },
        // Text given for a JSON column is JSON already, as with PGlite.
        json: { to: 114, from: [114, 3802], parse: JSON.parse, serialize: (json: string) => json },
      },
    } as postgres.Options<{ int8: postgres.PostgresType }>)
  }

  /** Throws what the server or the system says where it does not open, a refusal as well as silence. */
  static async open(url: string, outages: OutageLog): Promise<PostgresSession> {
    const session = new PostgresSession(url, outages)
    let silent = false
    const limit = setTimeout(() => {
      silent = true
      session.discard()
    }, OPEN_LIMIT_MS)
    try {
      const [row] = await session.#client.unsafe<[{ pid: number; version: number }]>(SETTINGS)
      session.pid = row.pid
      session.version = row.version
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

  /** Whether it has so many plans that a new session is better. */
  get isWorn(): boolean {
    return this.#prepared.size > MAX_PREPARED
  }

  /** Milliseconds for which the server has owed an answer; 0 where it owes none. */
  silence(): number {
    return this.#unanswered === 0 ? 0 : performance.now() - this.#heardAt
  }

  /** Calls back when the connection has ended, for whatever reason. */
  whenClosed(callback: () => void): void {
    this.#onClose = callback
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.#run(() => {
      const prepare = this.#prepared.has(sql) || uses.isOften(sql)
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
      const told = orUnavailable(error)
      if (told instanceof Unavailable && !isLockTimeout(told)) this.#outages.failed(told)
      throw told
    } finally {
      this.#unanswered--
      this.#heardAt = performance.now()
    }
  }

  /** Ends the connection without the server; what it still owes fails. */
  discard(): void {
    this.#socket?.destroy()
    this.#close()
  }

  /** Takes leave of the server. */
  async end(): Promise<void> {
    await this.#client.end({ timeout: 1 })
    this.discard()
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    // What waits in the driver's queue fails too.
    void this.#client.end({ timeout: 0 })
    this.#onClose()
  }

  /** The socket is ours, so that we can end it; the driver's own waits for the server. */
  async #connect({ host: [host], port: [port], path }: SocketOptions): Promise<Socket> {
    if (this.#closed || this.#socket) throw unavailable(new Error('The connection was lost.'))
    const socket = path ? connect(path) : connect({ host: host!, port: port! })
    this.#socket = Object.assign(socket, { host, port })
    await once(socket, 'connect')
    return socket.setKeepAlive(true, 60_000)
  }
}

type SocketOptions = { host: string[]; port: number[]; path: string | false }

import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabaseConfig } from '../../server/src/config.ts'
import { openStore } from '../../server/src/database/open.ts'
import type { Store } from '../../server/src/database/open.ts'
import { Unavailable } from '../../server/src/errors.ts'
import { socketPath } from '../../server/src/database/own-folder.ts'
import { runThroughOwner } from '../../server/src/ops/operations/operate.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import type { OperationInput, OperationName, OperationResult } from '../../server/src/ops/all-operations.ts'
import { lookOverAll } from '../isolation/judge.ts'
import { RECORDED } from '../isolation/recorded-processes.ts'
import { until } from '../given/until.ts'
import { environment, start, startServer } from '../given/run-cli.ts'
import type { Environment, RunningServer } from '../given/run-cli.ts'

const SILENT_DNS = new URL('silent-dns.ts', import.meta.url).href

/** A call that ended without an answer, because its server or its database was killed: done or not, nobody knows. */
export class NoAnswer extends Error {}

/** What the connections of the operator's commands are called, on a Postgres server. */
const OPERATOR = 'operator'

/** The real server on a database, to be killed and started again, and called meanwhile. */
export class Killable {
  readonly config: DatabaseConfig
  readonly env: Environment
  /** Workers that share the port, where there are several. */
  readonly args: string[]
  /** While its database is taken away, a 503 is no answer; once it was, a call is none. */
  database: 'there' | 'failing' | 'lost' = 'there'
  #server: RunningServer | undefined
  /** On a Postgres server the operator's commands are not run by the service. */
  #operators: Promise<Store> | undefined

  constructor(config: DatabaseConfig, { env = {}, args = [] }: { env?: Environment; args?: string[] } = {}) {
    this.config = config
    const preloaded = env['NODE_OPTIONS'] ?? RECORDED.NODE_OPTIONS
    this.env = {
      ...environment(config),
      RATE_LIMIT_PER_MINUTE: '100000000',
      ...env,
      NODE_OPTIONS: `${preloaded} --import=${SILENT_DNS}`,
    }
    this.args = args
  }

  get server(): RunningServer {
    return this.#server!
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.env, this.args)
  }

  async kill(): Promise<void> {
    const { server } = this
    this.#server = undefined
    await server.stop('SIGKILL')
    await this.#untilAllIsOver()
  }

  /** Starts it and kills it so many milliseconds later, wherever it has come to by then. */
  async killStarting(afterMs: number): Promise<void> {
    const child = start(['serve', ...this.args], { ...this.env, PORT: '0' })
    const ended = once(child, 'close')
    await Promise.race([setTimeout(afterMs), ended])
    child.kill('SIGKILL')
    await ended
    await this.#untilAllIsOver()
  }

  /** Ends the operator's connection, and the server's if it runs. */
  async close(): Promise<void> {
    if (this.#server) await this.kill()
    await (await this.#operators)?.close()
  }

  /** Calls the API. Throws NoAnswer once the server was killed; a server that lives answers, and not with a 5xx. */
  async call(key: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const server = this.#server
    if (this.database === 'lost') throw new NoAnswer()
    try {
      const response = await fetch(`${server!.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { status } = response
      const text = await response.text()
      if (status === 503 && this.database !== 'there') throw new NoAnswer()
      if (status >= 500) throw new Error(`${method} ${path} was answered with ${status}: ${server?.printed()}`)
      return { status, etag: response.headers.get('etag'), text, body: text === '' ? undefined : JSON.parse(text) }
    } catch (error) {
      throw this.#server === server && server !== undefined ? error : new NoAnswer()
    }
  }

  /** Runs one of the operator's commands; on the embedded store by the server, with which it can be killed. */
  async operate<N extends OperationName>(operation: N, input: OperationInput<N>): Promise<OperationResult<N>> {
    const server = this.#server
    if (this.database === 'lost') throw new NoAnswer()
    try {
      if (this.config.engine === 'embedded')
        return await runThroughOwner<OperationResult<N>>(socketPath(this.config.dataDir), operation, input)
      const { db } = await this.#operator()
      return await runOperation({ db, clock: () => new Date() }, operation, input)
    } catch (error) {
      if (error instanceof Unavailable && this.database !== 'there') throw new NoAnswer()
      throw this.#server === server && server !== undefined ? error : new NoAnswer()
    }
  }

  /** Opens the store, while no server runs, and looks. */
  async look<T>(read: (db: Store['db']) => Promise<T>): Promise<T> {
    const store = await openStore(this.config)
    try {
      return await lookOverAll(() => read(store.db))
    } finally {
      await store.close()
    }
  }

  /** A Postgres server goes on with what it was told last, also for a client that is no more; then it lets it go. */
  async #untilAllIsOver(): Promise<void> {
    if (this.config.engine === 'embedded') return
    const { db } = await this.#operator()
    const sessions = sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name <> ${OPERATOR}`
    await until(async () => (await sessions.execute(db)).rows[0]!.count === 0, { everyMs: 5 })
  }

  #operator(): Promise<Store> {
    if (this.config.engine === 'embedded') throw new Error('The embedded store has one owner.')
    const { url } = this.config
    const named = `${url}${url.includes('?') ? '&' : '?'}application_name=${OPERATOR}`
    return (this.#operators ??= openStore({ engine: 'postgres', url: named }))
  }
}

import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Dialect, Driver, TransactionSettings } from 'kysely'
import { describeServer } from '../lib/database-url.ts'
import type { DatabaseUrl } from '../lib/database-url.ts'
import { Limiter } from '../lib/limiter.ts'
import { READ_ONLY, unavailable } from './unavailability.ts'
import type { OutageLog } from './unavailability.ts'
import { isRefusal, PostgresSession } from './postgres-session.ts'

/** How long a caller waits for a session, in milliseconds. */
const WAIT_MS = 10_000
/** How long a connection may take to open, in milliseconds: of several servers one may be silent. */
const OPEN_LIMIT_MS = { alone: 5_000, oneOfSeveral: 3_000 }
/** After this time without an answer to a statement, in milliseconds, it is checked whether the server is there. */
const SILENCE_MS = 5_000

const REFUSES_WRITES = Object.assign(new Error('it refuses writes'), { code: READ_ONLY })

type Problem = { server: string; error: Error & { code?: string } }

/** Kysely's dialect for a server, with a pool of our own: that of the driver reconnects within a transaction. */
export function postgresDialect(pool: PostgresPool): Dialect {
  return {
    createDriver: () => pool,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/**
 * A connection pool. One caller at a time uses a session; who came first gets one first. The pools of a process share
 * the URL, which has the server first that took writes last.
 */
export class PostgresPool implements Driver {
  readonly #url: DatabaseUrl
  readonly #outages: OutageLog
  readonly #slots: Limiter
  /** By session in use: releases its slot. */
  readonly #releaseSlot = new Map<PostgresSession, () => void>()
  /** In use and idle. */
  readonly #sessions = new Set<PostgresSession>()
  readonly #idle: PostgresSession[] = []
  #isClosed = false
  #isChecking = false
  readonly #timer = setInterval(() => void this.#endDeadSessions(), 1_000).unref()

  /** `size`: the maximum number of sessions. */
  constructor(url: DatabaseUrl, outages: OutageLog, size: number) {
    this.#url = url
    this.#outages = outages
    this.#slots = new Limiter({ slots: size })
  }

  async init(): Promise<void> {}

  /** Throws Unavailable where no server will do, or no session is released in time. */
  async acquireConnection(): Promise<PostgresSession> {
    const releaseSlot = await this.#slots.acquire('', { limitMs: WAIT_MS })
    try {
      let session = this.#idle.pop()
      while (session?.closed) session = this.#idle.pop()
      session ??= await this.#open()
      this.#sessions.add(session)
      if (this.#isClosed) {
        await this.#end(session)
        throw unavailable(new Error('The pool is closed.'))
      }
      this.#releaseSlot.set(session, releaseSlot)
      return session
    } catch (error) {
      releaseSlot()
      throw error
    }
  }

  async releaseConnection(session: PostgresSession): Promise<void> {
    if (session.isSpent || this.#isClosed) void this.#end(session)
    else this.#idle.push(session)
    this.#releaseSlot.get(session)?.()
    this.#releaseSlot.delete(session)
  }

  async beginTransaction(session: PostgresSession, { isolationLevel }: TransactionSettings): Promise<void> {
    await run(session, isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
  }

  commitTransaction(session: PostgresSession): Promise<void> {
    return run(session, 'commit')
  }

  /** A session that cannot roll back is closed, which ends its transaction. */
  rollbackTransaction(session: PostgresSession): Promise<void> {
    return run(session, 'rollback').catch(() => session.discard())
  }

  async destroy(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.all([...this.#sessions].map((session) => this.#end(session)))
  }

  async #end(session: PostgresSession): Promise<void> {
    this.#sessions.delete(session)
    await session.end()
  }

  /** Of several servers, the first that takes writes. */
  async #open(): Promise<PostgresSession> {
    const { servers, rest } = this.#url
    const problems: Problem[] = []
    for (const server of servers) {
      const session = new PostgresSession(rest, server, this.#outages)
      try {
        await session.open(servers.length > 1 ? OPEN_LIMIT_MS.oneOfSeveral : OPEN_LIMIT_MS.alone)
        if (servers.length > 1 && session.server.isReadOnly) throw REFUSES_WRITES
        this.#url.servers = [server, ...servers.filter((other) => other !== server)]
        return session
      } catch (error) {
        session.discard()
        problems.push({ server: describeServer(server), error: error as Error })
      }
    }
    const error = unavailable(problems.length === 1 ? problems[0]!.error : together(problems))
    this.#outages.failed(error)
    throw error
  }

  /**
   * A statement may take minutes, so it has no timeout. Where one has had no answer for long, and nobody answers at the
   * server's address, its session is dead. A server that refuses a connection is there. Where another server has taken
   * over, all sessions of the old one are.
   */
  async #endDeadSessions(): Promise<void> {
    const silent = [...this.#sessions].filter(isSilent)
    if (silent.length > 0 && !this.#isChecking) {
      this.#isChecking = true
      const isThere = await this.#open().then((probe) => {
        probe.discard()
        return true
      }, isRefusal)
      this.#isChecking = false
      if (!isThere) for (const session of silent.filter(isSilent)) session.discard()
    }
    const [server] = this.#url.servers
    for (const session of this.#sessions) if (session.address !== server) session.discard()
  }
}

function isSilent(session: PostgresSession): boolean {
  return session.unansweredMs() > SILENCE_MS
}

async function run(session: PostgresSession, statement: string): Promise<void> {
  await session.executeQuery(CompiledQuery.raw(statement))
}

/** As the error of a server that is running, where there is one: it says most. */
function together(problems: readonly Problem[]): Error {
  const { error: cause } = problems.find(({ error }) => isRefusal(error)) ?? problems[0]!
  // A connection that was refused may be named in the code only.
  const messages = problems.map(({ server, error }) => `${server}: ${error.message || error.code}`)
  return Object.assign(new Error(messages.join('; '), { cause }), { code: cause.code })
}

/** The size of the connection pool, connections in use, and callers that wait for one. */
export type PoolUsage = { readonly size: number; inUse: number; waiting: number }

export function countConnections<D extends Dialect>(dialect: D, pool: PoolUsage): D {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const release = driver.releaseConnection.bind(driver)
    driver.acquireConnection = async (options) => {
      pool.waiting++
      try {
        const connection = await acquire(options)
        pool.inUse++
        return connection
      } finally {
        pool.waiting--
      }
    }
    driver.releaseConnection = (connection, options) => {
      pool.inUse--
      return release(connection, options)
    }
    return driver
  }
  return dialect
}

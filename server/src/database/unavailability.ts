import { constants } from 'node:os'
import { Unavailable } from '../errors.ts'
import { describeError } from '../lib/describe-error.ts'
import type { Database } from './tables.ts'
import { newestSchema } from './migrate.ts'

/** Seconds. */
const RETRY_AFTER = 2

const AWAY = 'The database cannot be reached just now.'
const FULL = 'The database has no space left on its disk.'
const LOCK_TIMEOUT = '55P03'
/** The SQLSTATE of a write that a standby refuses, or a server that is set to. */
export const READ_ONLY = '25006'
const BUSY = 'The database could not do this in time, because of something else that it is doing.'

/** Messages for SQLSTATEs that are caused by the database's state, not by the statement. */
const BY_STATE: Record<string, string> = {
  [READ_ONLY]: 'The database can only be read just now.',
  '25P03': BUSY,
  '53100': FULL,
  ENOENT: 'The folder of the database is gone.',
  ENOSPC: FULL,
  '53300': 'The database has no connection left.',
  [LOCK_TIMEOUT]: BUSY,
  '57014': BUSY,
}

/** Connection exceptions, insufficient resources, shutdown and start of the server, and errors of its file system. */
const AWAY_STATES = /^((08|53|58)...|57P0.)$/
/** Codes of the driver, of name resolution, and of Node for a closed socket. */
const LOST_CONNECTION =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ENOTFOUND|EAI_[A-Z]+|ERR_SSL_\w+|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))$/

/** Whether the code is of a failed database, socket or file. Node's other codes mean bugs. */
function isAway(code: string): boolean {
  return AWAY_STATES.test(code) || LOST_CONNECTION.test(code) || code in constants.errno
}

/** Wraps an error of an unavailable database in Unavailable; returns any other error unchanged. */
export function orUnavailable(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (error instanceof Unavailable || typeof code !== 'string') return error
  const message = BY_STATE[code] ?? (isAway(code) ? AWAY : undefined)
  return message === undefined ? error : new Unavailable(message, RETRY_AFTER, { cause: error })
}

/** Whether it is a lock timeout: the database is available, but another transaction has the lock. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Unavailable && (error.cause as { code?: unknown } | undefined)?.code === LOCK_TIMEOUT
}

/** An Unavailable for a database that cannot be opened, for any reason. */
export function unavailable(cause: unknown): Unavailable {
  const error = orUnavailable(cause)
  return error instanceof Unavailable ? error : new Unavailable(AWAY, RETRY_AFTER, { cause })
}

type Log = { warn: (details: object, message: string) => void }

/** After the report of an outage, the next outage is not reported for this time, in milliseconds. */
const QUIET_MS = 10_000

/** Logs an outage of the database once, and its end once, however many statements fail. */
export class OutageLog {
  #log: Log | undefined
  /** When the current outage began. */
  #since: number | undefined
  #reported: string | undefined
  #reportedAt = -Infinity

  /** Nothing is logged before this call. */
  logTo(log: Log): void {
    this.#log = log
  }

  failed({ message, cause }: Unavailable): void {
    if (this.#reported === message) return
    const now = performance.now()
    this.#since ??= now
    if (this.#reported === undefined && now - this.#reportedAt < QUIET_MS) return
    this.#reported = message
    this.#reportedAt = now
    this.#log?.warn({ cause: describeError(cause) }, message)
  }

  answered(): void {
    if (this.#since === undefined) return
    const seconds = Math.round((performance.now() - this.#since) / 1000)
    if (this.#reported !== undefined) this.#log?.warn({ seconds }, 'The database answers again.')
    this.#since = this.#reported = undefined
  }
}

/** How long the database may take to answer, in milliseconds. */
const TIMEOUT_MS = 2_000

/** Returns a check whether the database is ready: the problem, as a sentence, or null. Concurrent calls share a query. */
export function readinessOf(db: Database): () => Promise<string | null> {
  const known = newestSchema()
  let pending: Promise<number | null> | undefined
  const newestApplied = async () => {
    const query = db.selectFrom('schema_migration').select(({ fn }) => fn.max('number').as('newest'))
    return (await query.executeTakeFirstOrThrow()).newest
  }
  return async () => {
    pending ??= newestApplied().finally(() => (pending = undefined))
    const timeout = Promise.withResolvers<'late'>()
    const timer = setTimeout(timeout.resolve, TIMEOUT_MS, 'late')
    const applied = await Promise.race([pending, timeout.promise]).finally(() => clearTimeout(timer))
    if (applied === 'late') return `The database did not answer within ${TIMEOUT_MS / 1000} s.`
    if (applied === known) return null
    return `The schema of the database is at ${applied ?? 0}, and this version works with ${known}.`
  }
}

import { constants } from 'node:os'
import { Unavailable } from '../errors.ts'

/** Seconds after which to ask again. */
const RETRY_AFTER = 2

const AWAY = 'The database cannot be reached just now.'
const FULL = 'The database has no space left on its disk.'
const LOCK_TIMEOUT = '55P03'
const BUSY = 'The database could not do this in time, because of something else that it is doing.'

/** What is told of SQLSTATEs that stand for the state of the database, not for what was asked of it. */
const BY_STATE: Record<string, string> = {
  '25006': 'The database can only be read just now.',
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
/** What the driver says of its connection, the resolver of a name, and Node of a socket that is gone. */
const LOST_CONNECTION =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ENOTFOUND|EAI_[A-Z]+|ERR_SSL_\w+|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))$/

/** Whether the code is one of a database, a socket or a file that fails; Node's other codes tell of mistakes of ours. */
function isAway(code: string): boolean {
  return AWAY_STATES.test(code) || LOST_CONNECTION.test(code) || code in constants.errno
}

/** The Unavailable that an error of a database amounts to, with that as its cause; any other error as it is. */
export function orUnavailable(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (error instanceof Unavailable || typeof code !== 'string') return error
  const message = BY_STATE[code] ?? (isAway(code) ? AWAY : undefined)
  return message === undefined ? error : new Unavailable(message, RETRY_AFTER, { cause: error })
}

/** Whether it is a lock that was not to be had in time: the database is well, and somebody else is at work on the same. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Unavailable && (error.cause as { code?: unknown } | undefined)?.code === LOCK_TIMEOUT
}

/** For a database that cannot be opened, whatever the reason. */
export function unavailable(cause: unknown): Unavailable {
  const told = orUnavailable(cause)
  return told instanceof Unavailable ? told : new Unavailable(AWAY, RETRY_AFTER, { cause })
}

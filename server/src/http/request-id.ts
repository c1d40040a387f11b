import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The form of an id from outside: it goes into headers, logs and messages unchanged. */
const ACCEPTED = /^[\w.:-]{1,64}$/

/** Unique to this process. Its requests are numbered: random ids would cost more. */
const PROCESS = randomBytes(6).toString('base64url')
let count = 0

/** The `X-Request-Id` of the request, where it is valid; else a new id. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `${PROCESS}-${(++count).toString(36)}`
}

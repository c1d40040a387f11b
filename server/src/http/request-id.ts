import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What an id from outside may be: it goes into headers, logs and messages as it is. */
const ACCEPTED = /^[\w.:-]{1,64}$/

/** Tells this process from all others; its requests are counted, as randomness for each would cost more. */
const PROCESS = randomBytes(6).toString('base64url')
let count = 0

/** The id that a request brings along in `X-Request-Id`, where it is fit, else one of its own. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `${PROCESS}-${(++count).toString(36)}`
}

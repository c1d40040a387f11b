import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { JSON_TYPE } from './envelope.ts'
import { errorBody } from './error-envelope.ts'
import { newRequestId } from './request-id.ts'
import { ANSWER_HEADERS } from './security-headers.ts'

/** Answers an invalid or incomplete HTTP request in the error envelope, and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = late ? '408 Request Timeout' : '400 Bad Request'
  const reason = late ? 'The request took too long to arrive.' : 'This is not a request that the server can read.'
  const body = errorBody('invalid_request', reason)
  const requestId = newRequestId()
  log.info({ requestId, code: error.code }, 'request refused unread')
  const headers = {
    ...ANSWER_HEADERS,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }
  socket.end(
    [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join(
      '\r\n',
    ),
  )
}

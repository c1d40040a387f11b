import { createServer as createHttpServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Config } from '../config.ts'
import { answerConnect } from './answer-connect.ts'

/** How long a client may take to send a request whole, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000
/** How long a connection is kept open without a request, in milliseconds: longer than the usual proxy does. */
const KEEP_ALIVE_MS = 72_000

/** A server on which the application answers everything that is HTTP, also where Node would with an empty body. */
export function createServer(tls: Config['tls'], application: RequestListener): Server {
  const options = {
    requireHostHeader: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const server = tls ? createHttpsServer({ ...options, ...tls }, application) : createHttpServer(options, application)
  return server.on('checkExpectation', application).on('connect', answerConnect(application))
}

import { createServer as createHttpServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Config } from '../config.ts'
import { answerConnect } from './answer-connect.ts'

/** What a client may take of a process, in milliseconds unless said. */
export type ConnectionLimits = {
  /** For the head of a request to arrive: it is one packet, as a rule. */
  headersTimeout: number
  /** For a request to arrive whole: the largest bulk call, on a slow line. */
  requestTimeout: number
  /** How often those two are looked at. */
  connectionsCheckingInterval: number
  /** Without a request: longer than the usual proxy keeps its connections, or it would send into one just closed. */
  keepAliveTimeout: number
  /** Without a byte in either direction while a request is being answered: an answer that nobody takes ends then. */
  timeout: number
  /** How many there may be at a time. */
  maxConnections: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
  timeout: 60_000,
  maxConnections: 5_000,
}

/** A server on which the application answers everything that is HTTP, also where Node would with an empty body. */
export function createServer(tls: Config['tls'], application: RequestListener, limits: ConnectionLimits): Server {
  const { maxConnections, timeout, ...options } = { ...limits, requireHostHeader: false }
  const server = tls ? createHttpsServer({ ...options, ...tls }, application) : createHttpServer(options, application)
  server.timeout = timeout
  server.maxConnections = maxConnections
  // A process behind another that shares the port out would else have it look for a better one for ever.
  Object.assign(server, { dropMaxConnection: true })
  // The one too many is closed, and with it all that are merely kept: the next finds room.
  server.on('drop', () => server.closeIdleConnections())
  return server.on('checkExpectation', application).on('connect', answerConnect(application))
}

import { createServer as createHttpServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Config } from '../config.ts'
import { answerConnect } from './answer-connect.ts'

/** Limits of client connections, in milliseconds except for `maxConnections`. */
export type ConnectionLimits = {
  /** For the headers of a request to arrive; usually they are one packet. */
  headersTimeout: number
  /** For a whole request to arrive: the largest bulk call, on a slow line. */
  requestTimeout: number
  /** How often those two are checked. */
  connectionsCheckingInterval: number
  /** Of an idle connection. Longer than usual proxies use, else a proxy would send a request to a closed connection. */
  keepAliveTimeout: number
  /** Without traffic during a request: ends responses that the client does not read. */
  timeout: number
  /** Connections at a time. */
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

/** A server on which the application answers every HTTP request, also those that Node would answer with an empty body. */
export function createServer(tls: Config['tls'], application: RequestListener, limits: ConnectionLimits): Server {
  const { maxConnections, timeout, ...options } = { ...limits, requireHostHeader: false }
  const server = tls ? createHttpsServer({ ...options, ...tls }, application) : createHttpServer(options, application)
  server.timeout = timeout
  server.maxConnections = maxConnections
  // Without this, a cluster's first process would look for another worker for ever.
  Object.assign(server, { dropMaxConnection: true })
  // Past the limit, idle connections are closed as well, so that the next connection is accepted.
  server.on('drop', () => server.closeIdleConnections())
  return server.on('checkExpectation', application).on('connect', answerConnect(application))
}

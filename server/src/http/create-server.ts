import { createServer as createHttpServer, ServerResponse } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'

/** Limits of client connections, in milliseconds except for `maxConnections`. */
export const CONNECTION_LIMITS = {
  /** For the headers of a request to arrive; usually they are one packet. */
  headersTimeout: 10_000,
  /** For a whole request to arrive: a file of 50 MB, at 1.4 Mbit a second. */
  requestTimeout: 300_000,
  /** How often those two are checked. */
  connectionsCheckingInterval: 2_000,
  /** Of an idle connection. Longer than usual proxies use, else a proxy would send a request to a closed connection. */
  keepAliveTimeout: 72_000,
  /** Without traffic during a request: ends responses that the client does not read. */
  timeout: 60_000,
  /** Connections at a time. */
  maxConnections: 5_000,
}

export type ConnectionLimits = typeof CONNECTION_LIMITS

/**
 * A server on which the application answers every HTTP request, also those that Node would answer with an empty body.
 */
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

/**
 * Lets the application answer CONNECT like any other method. For CONNECT, Node hands over the raw socket, for a tunnel.
 * This service opens no tunnels, so the connection ends with the response.
 */
function answerConnect(application: RequestListener): (request: IncomingMessage, socket: Duplex) => void {
  return (request, socket) => {
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Socket)
    response.on('finish', () => (socket as Socket).destroySoon())
    socket.on('error', () => socket.destroy())
    application(request, response)
  }
}

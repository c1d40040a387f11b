import { createServer as createHttpServer, METHODS } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { JSON_TYPE } from './envelope.ts'
import { errorBody, sendError } from './error-envelope.ts'
import { newRequestId } from './observe-request.ts'
import { ANSWER_HEADERS } from './security-headers.ts'
import findMyWay from 'find-my-way'
import { DomainError } from '../errors.ts'

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
  return server.on('checkExpectation', application)
}

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

declare module 'fastify' {
  interface FastifyRequest {
    /** The route of a path that exists, but not with the method of this request. */
    refusedRoute: string | undefined
  }
}

/** A path of the service, with parameters in it, and the methods that it has. */
type Path = { route: string; methods: Set<string> }

/** In characters. */
type Options = { maxParamLength: number }

/**
 * Answers 405 to every method that a path does not have, with or without a key; `Allow` lists the methods that it has.
 * The returned function does so; it returns undefined for a path that does not exist. Call this before routes are
 * registered. With a route for each such method, a process would take 40 MB more.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  options: Options,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined {
  const router = findMyWay(options)
  const paths = new Map<string, Path>()
  app.decorateRequest('refusedRoute')
  app.addHook('onRoute', ({ url, method }) => {
    let path = paths.get(url)
    if (!path) {
      path = { route: url, methods: new Set() }
      paths.set(url, path)
      // All paths are under one method of this router.
      router.on('GET', url, () => {}, path)
    }
    for (const one of [method].flat()) path.methods.add(one)
  })
  return (request, reply) => {
    const path: Path | undefined = router.find('GET', request.url)?.store
    if (!path) return undefined
    const allow = [...path.methods].toSorted().join(', ')
    request.refusedRoute = path.route
    reply.header('allow', allow)
    return sendError(reply, 'method_not_allowed', `${request.method} is not possible here; use ${allow}.`)
  }
}

/** Lets the framework route every method that Node can parse, so that each gets a response in the envelope. */
export function knowAllMethods(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods)
  for (const method of METHODS) {
    if (!known.has(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

/** Bytes of the largest body, for calls of many rows; a route without a limit of its own takes 1 MB. */
export const MAX_BODY_BYTES = 16 * 1_048_576

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body is not JSON in UTF-8. */
class InvalidJson extends DomainError {
  readonly code = 'invalid_json'
}

/** Reads every body of a scope as JSON, whatever its content type. `bodyLimit`: bytes of the largest body. */
export function readJsonBodies(app: FastifyInstance, bodyLimit?: number): void {
  // The framework refuses content types that it has no parser for.
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers['content-type'] !== undefined) headers['content-type'] = 'application/json'
    done()
  })
  const options = { parseAs: 'buffer', ...(bodyLimit !== undefined && { bodyLimit }) } as const
  app.addContentTypeParser<Buffer>('*', options, (request, body, done) => {
    // Clients say a type even where they send nothing.
    if (body.length === 0 && !request.routeOptions.schema?.body) return done(null, undefined)
    try {
      done(null, parseJson(body))
    } catch (error) {
      // It quotes the body, which may have several lines.
      done(new InvalidJson(`The body is not valid JSON. ${(error as Error).message.replaceAll(/\s+/g, ' ')}.`))
    }
  })
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw new Error('It is empty')
  return JSON.parse(utf8.decode(body))
}

/**
 * Lets the client of a refused body read the answer: the framework would close the connection, and who still sends
 * would often lose it. The server discards the rest.
 */
export function keepRefusedConnections(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (!raw.complete && !raw.destroyed) reply.removeHeader('connection')
    done(null, payload)
  })
}

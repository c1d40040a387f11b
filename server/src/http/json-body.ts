import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'

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
      done(new InvalidJson(`The body is not valid JSON. ${(error as Error).message}.`))
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

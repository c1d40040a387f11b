import type { IncomingMessage } from 'node:http'
import { finished, PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidRequest } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts once the client of an upload has left, or has its answer. */
    gone: AbortSignal
  }
}

/**
 * Hands the body of a request to its handler as a stream, whatever its type: routes of this scope take files.
 */
export function receiveFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('gone')
  app.addHook('onRequest', (request, reply, done) => {
    const leaving = new AbortController()
    request.gone = leaving.signal
    reply.raw.once('close', () => leaving.abort())
    // The framework refuses content types that it has no parser for, and reads no body without one.
    if (!isForm(request)) request.headers['content-type'] = 'application/octet-stream'
    done()
  })
  app.addContentTypeParser('*', (request: FastifyRequest, payload, done) => {
    const problem = isForm(request) ? IS_FORM : isCompressed(request) ? IS_COMPRESSED : null
    if (problem === null) return done(null, separated(payload))
    payload.resume()
    done(new InvalidRequest(problem))
  })
}

const IS_FORM =
  'The body is a form (multipart/form-data). Send the file itself as the body: with curl, by --data-binary @FILE.'
const IS_COMPRESSED = 'The body is compressed (Content-Encoding). Send the file as it is.'

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.trimStart().toLowerCase().startsWith('multipart/') ?? false
}

function isCompressed({ headers }: FastifyRequest): boolean {
  return !['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '')
}

/**
 * The body, apart from the connection. Whoever stops reading does not cut the connection: an answer is still to be
 * sent. The rest of the body is discarded, as the next request comes behind it.
 */
function separated(payload: IncomingMessage): Readable {
  const body = new PassThrough()
  // The client may have left before, or with some of a whole body still to be handed on.
  finished(payload, { writable: false }, (error) => {
    if (error) body.destroy(new InvalidRequest('The body ended before it was whole.'))
  })
  // Who reads the body later is told then. Until somebody does, an error that nobody listens to would end the process.
  body.on('error', () => {})
  body.once('close', () => payload.resume())
  return payload.on('error', () => {}).pipe(body)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { network } from '../people/attempts.ts'
import { authenticate } from './auth/admit-by-key.ts'
import type { Admit } from './auth/admit-by-key.ts'
import { tagResponses } from './entity-tags.ts'
import { readJsonBodies } from './create-server.ts'
import type { RequestLimiter } from './limit-requests.ts'
import { Readable, finished, PassThrough } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { AddHooks } from './operation.ts'
import type { IncomingMessage } from 'node:http'
import { InvalidRequest } from '../errors.ts'

/** In bytes. What is shorter gains nothing. */
const SHORTEST = 1_024
/** Text that repeats itself; workbooks, PDFs and images are compressed as they are. */
const COMPRESSIBLE = /^(application\/json|text\/)/
/** Takes a third of the time of brotli's own default and saves nearly as much. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Compresses what is text, where the client takes that (`Accept-Encoding`), outside of the thread that answers. The
 * entity tag stays that of the content. Call it after `tagResponses`.
 */
const compressAnswers: AddHooks = (app) => {
  app.addHook('onSend', ({ method, headers }, reply, payload, done) => {
    if (!COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const encoding = negotiate(headers['accept-encoding'] ?? 'identity', ['br', 'gzip', 'identity'])
    if (method === 'HEAD' || (encoding !== 'br' && encoding !== 'gzip')) return done(null, payload)
    if (payload instanceof Readable) {
      reply.header('content-encoding', encoding)
      const compressed = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip()
      payload.once('error', (error) => compressed.destroy(error))
      compressed.once('close', () => payload.destroy())
      return done(null, payload.pipe(compressed))
    }
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload ?? ''))
    if (bytes.length < SHORTEST) return done(null, payload)
    const send = (error: Error | null, compressed: Buffer) => {
      if (error) return done(error)
      reply.headers({ 'content-encoding': encoding, 'content-length': compressed.length })
      done(null, compressed)
    }
    if (encoding === 'br') brotliCompress(bytes, BROTLI, send)
    else gzip(bytes, send)
  })
}

export type RequestPipeline = ReturnType<typeof requestPipeline>

/**
 * What each request passes before its handler. There is one pipeline for all APIs of a process. Call its functions
 * before the routes of the scope are registered.
 */
export function requestPipeline(context: Context, limiter: RequestLimiter) {
  return {
    /** For routes of a workspace that take and give JSON. */
    serveJson: (app: FastifyInstance, admit: Admit) => {
      authenticate(app, context, admit)
      tagResponses(app)
      compressAnswers(app)
      limiter.ofWorkspaces(app)
      readJsonBodies(app)
    },
    /** For routes of a workspace that take a file. */
    takeFiles: (app: FastifyInstance, admit: Admit) => {
      authenticate(app, context, admit)
      limiter.uploads(app)
      receiveFiles(app)
    },
    /** For routes about people, who belong to no workspace. Call it after `admitPerson`. */
    limitPeople: limiter.limit(({ session, ip }) =>
      session ? `person ${session.person_id}` : `network ${network(ip)}`,
    ),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts once the client of an upload has left, or has its answer. */
    gone: AbortSignal
  }
}

/**
 * Hands the body of a request to its handler as a stream, whatever its type: routes of this scope take files.
 */
function receiveFiles(app: FastifyInstance): void {
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

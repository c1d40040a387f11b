import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import packageJson from '../../package.json' with { type: 'json' }
import { viewOf } from '../workspaces/caller.ts'
import { JSON_TYPE } from './envelope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer to this read will be known by, if it succeeds. */
    entityTag: string | undefined
    /** Whether the answer was given from memory. */
    answerKept: boolean
  }
}

/** Bytes of answers that are kept, of all workspaces together. */
const MAX_KEPT_BYTES = 32 * 1_048_576
/** How many there may be, with the notes on those that were given once: a note takes more memory than it has bytes. */
const MAX_KEPT = 20_000
/** Stands for an answer that was given once: it is kept when it is asked for again, as most are not. */
const GIVEN_ONCE = Buffer.alloc(0)

/**
 * Tags the answers to reads, answers 304 to a client that has the present one, and gives an answer again that was given
 * before. The tag is known before the answer is: it follows from the state of the workspace. So an answer that is kept
 * under its tag needs no expiry: after a write, in whatever process, nobody asks for that tag.
 * Call it after `authenticate`, whose state it needs.
 */
export function answerConditionally(app: FastifyInstance): void {
  const kept = new LRUCache<string, Buffer>({
    max: MAX_KEPT,
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (body) => body.length + 200,
  })
  app.decorateRequest('entityTag')
  app.decorateRequest('answerKept', false)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return done()
    const tag = entityTag(request)
    if (namesTag(request.headers['if-none-match'], tag)) return void reply.header('etag', tag).code(304).send()
    const body = kept.get(tag)
    if (body && body !== GIVEN_ONCE) {
      request.answerKept = true
      return void reply.header('etag', tag).type(JSON_TYPE).send(body)
    }
    request.entityTag = tag
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const tag = request.entityTag
    if (reply.statusCode !== 200 || tag === undefined || !isText(payload)) return done(null, payload)
    reply.header('etag', tag)
    if (!kept.has(tag)) {
      kept.set(tag, GIVEN_ONCE)
      return done(null, payload)
    }
    const body = Buffer.from(payload)
    kept.set(tag, body)
    done(null, body)
  })
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload)
}

/** Of all that an answer depends on: the workspace's state, what the caller sees, the request, this version of the service. */
function entityTag({ workspace, workspaceState, caller, url }: FastifyRequest): string {
  const sources = [packageJson.version, workspace.workspaceId, workspaceState, viewOf(caller), url]
  return `"${hash('sha256', sources.join('\n'), 'base64url')}"`
}

/** Whether an If-None-Match header names the tag, be it as a weak one. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(',').some((named) => named.trim().replace(/^W\//, '') === tag)
}

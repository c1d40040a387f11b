import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import packageJson from 'trade-catalogue/package.json' with { type: 'json' }
import { viewOf } from '../workspaces/caller.ts'
import { JSON_TYPE } from './envelope.ts'
import type { AddHooks } from './add-hooks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The entity tag of the response to this read, if it succeeds. */
    entityTag: string | undefined
    /** Whether it was a cache hit: the response came from the cache. */
    cacheHit: boolean
  }
  interface FastifyContextConfig {
    /** Whether the answer may change while the workspace does not, and so has no entity tag. */
    uncached?: boolean
    /**
     * Whether the answer tells what may change while the workspace does not. Its entity tag follows from the answer,
     * too, which is made for each request.
     */
    taggedByContent?: boolean
  }
}

/** Bytes of cached responses, of all workspaces together. */
const MAX_CACHED_BYTES = 32 * 1_048_576
/** Entries in the cache, those that are only marked as seen once included: such a mark takes memory, too. */
const MAX_ENTRIES = 20_000
/** Marks a tag as seen once. Most responses are sent once only, so the second request caches the response. */
const SEEN_ONCE = Buffer.alloc(0)

/**
 * Caches responses to reads, and answers conditional requests. Each response gets an entity tag; a request with the
 * current tag in `If-None-Match` gets a 304. The tag follows from the workspace's state, so it is known before the
 * response is. A cached response needs no expiry: a write, in any process, changes the tag. Call it after
 * `authenticate`.
 */
export function cacheResponses(): AddHooks {
  const cache = new LRUCache<string, Buffer>({
    max: MAX_ENTRIES,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (body) => body.length + 200,
  })
  return (app) => {
    app.decorateRequest('entityTag')
    app.decorateRequest('cacheHit', false)
    app.addHook('onRequest', (request, reply, done) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return done()
      const { uncached, taggedByContent } = request.routeOptions.config
      if (uncached || taggedByContent) return done()
      const tag = entityTag(request)
      if (namesTag(request.headers['if-none-match'], tag)) return void reply.header('etag', tag).code(304).send()
      const body = cache.get(tag)
      if (body && body !== SEEN_ONCE) {
        request.cacheHit = true
        return void reply.header('etag', tag).type(JSON_TYPE).send(body)
      }
      request.entityTag = tag
      done()
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.routeOptions.config.taggedByContent && reply.statusCode === 200 && isText(payload)) {
        const tag = `"${hash('sha256', entityTag(request) + String(payload), 'base64url')}"`
        reply.header('etag', tag)
        if (!namesTag(request.headers['if-none-match'], tag)) return done(null, payload)
        reply.code(304).removeHeader('content-type')
        return done(null, '')
      }
      const tag = request.entityTag
      if (reply.statusCode !== 200 || tag === undefined || !isText(payload)) return done(null, payload)
      reply.header('etag', tag)
      if (!cache.has(tag)) {
        cache.set(tag, SEEN_ONCE)
        return done(null, payload)
      }
      const body = Buffer.from(payload)
      cache.set(tag, body)
      done(null, body)
    })
  }
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload)
}

/**
 * Hashes everything that a response depends on: workspace, its state, the caller's view, the URL, the service's
 * version.
 */
function entityTag({ workspace, workspaceState, caller, url }: FastifyRequest): string {
  const sources = [packageJson.version, workspace.workspaceId, workspaceState, viewOf(caller), url]
  return `"${hash('sha256', sources.join('\n'), 'base64url')}"`
}

/** Whether an If-None-Match header names the tag, also as a weak one, or with the encoding that a proxy has added. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const named = header.split(',').map((name) => name.trim().replace(/^W\//, ''))
  return named.some((name) => name === tag || name.replace(/-(?:gzip|br|zstd|deflate)"$/, '"') === tag)
}

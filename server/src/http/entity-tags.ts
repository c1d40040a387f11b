import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import packageJson from 'trade-catalogue/package.json' with { type: 'json' }

declare module 'fastify' {
  interface FastifyRequest {
    /** The entity tag of the response to this read, if it succeeds. */
    entityTag: string | undefined
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

/**
 * Gives each response to a read an entity tag, and answers a request that has the current tag in `If-None-Match` with a
 * 304. The tag follows from the workspace's state, so it is known before the response is: a write, in any process,
 * changes it. Call it after `authenticate`.
 */
export function tagResponses(app: FastifyInstance): void {
  app.decorateRequest('entityTag')
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return done()
    const { uncached, taggedByContent } = request.routeOptions.config
    if (uncached || taggedByContent) return done()
    const tag = entityTag(request)
    // That of a record has a second part, which is the same as long as the first one is.
    const known = namedTags(request.headers['if-none-match']).find((name) => name.startsWith(tag.slice(0, -1)))
    if (known) return void reply.header('etag', known).code(304).send()
    request.entityTag = tag
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
      return done(null, payload)
    if (request.entityTag !== undefined) reply.header('etag', request.entityTag)
    if (!request.routeOptions.config.taggedByContent) return done(null, payload)
    const tag = `"${hash('sha256', entityTag(request) + String(payload), 'base64url')}"`
    reply.header('etag', tag)
    if (!namesTag(request.headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type')
    done(null, '')
  })
}

/** Hashes everything that a response depends on: the service's version, the workspace, what the caller sees, the URL. */
function entityTag({ workspace, url }: FastifyRequest): string {
  const sources = [packageJson.version, workspace.workspaceId, workspace.state, url]
  return `"${hash('sha256', sources.join('\n'), 'base64url')}"`
}

/**
 * Adds a second part to the tag of a read of one record: what the record alone is. So If-Match can be compared with
 * that, while any write of the workspace changes the first part.
 */
export function tagRecord(request: FastifyRequest, record: object): void {
  request.entityTag = request.entityTag?.replace(/"$/, `${digest(record)}"`)
}

/** Whether an If-Match header names the record as it stands; undefined without one. Any record has the tag `*`. */
export function matchesRecord(header: string | undefined): ((record: object) => boolean) | undefined {
  if (header === undefined) return undefined
  return (record) => {
    const end = `${digest(record)}"`
    return namedTags(header).some((name) => name === '*' || name.endsWith(end))
  }
}

/** Whether an If-None-Match header names the tag. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return namedTags(header).includes(tag)
}

/** The tags that a header names, weak ones as strong ones, and without the encoding that a proxy has added. */
function namedTags(header = ''): string[] {
  const named = header.split(',').map((name) => name.trim().replace(/^W\//, ''))
  return [...named.map((name) => name.replace(/-(?:gzip|br|zstd|deflate)"$/, '"')), ...named]
}

/** Hexadecimal: it never looks like the name of an encoding. */
function digest(record: object): string {
  return hash('sha256', JSON.stringify(record), 'hex')
}

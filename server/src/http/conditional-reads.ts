import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer to this read will be known by, if it succeeds. */
    entityTag: string | undefined
  }
}

/**
 * Tags the answers to reads, and answers 304 to a client that has the present one. The tag is known before the answer
 * is: it follows from the state of the workspace. Call it after `authenticate`, whose state it needs.
 */
export function answerConditionally(app: FastifyInstance): void {
  app.decorateRequest('entityTag')
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const tag = entityTag(request)
    if (namesTag(request.headers['if-none-match'], tag)) await reply.header('etag', tag).code(304).send()
    request.entityTag = tag
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 200 && request.entityTag) reply.header('etag', request.entityTag)
  })
}

/** Of what an answer is computed from: the workspace's state, the request, and this version of the service. */
function entityTag({ workspace, workspaceState, url }: FastifyRequest): string {
  const sources = [packageJson.version, workspace.workspaceId, workspaceState, url]
  return `"${createHash('sha256').update(sources.join('\n')).digest('base64url')}"`
}

/** Whether an If-None-Match header names the tag, be it as a weak one. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(',').some((named) => named.trim().replace(/^W\//, '') === tag)
}

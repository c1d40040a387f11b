import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { borrower } from '../database/borrower.ts'
import { BUSY } from '../errors.ts'
import type { RequestLimits } from './request-limits.ts'
import { WorkspaceShares } from './workspace-shares.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the answer that count as not taken by the client. */
    unsentBytes: number
  }
}

/** For so long after an answer had no room, none of its kind is read, in milliseconds. */
const FULL_MS = 1_000
const MAX_FULL = 10_000

/**
 * Keeps each workspace to its share of the requests in progress, of the memory for answers that are on their way, and of
 * the database. A request is in progress until its client has the answer. One whose client has left, or whose answer
 * could not be sent, runs no further statement. Call it after `authenticate`, and before what tags answers.
 */
export function limitWorkspaces(app: FastifyInstance, limits: RequestLimits): void {
  const requests = new WorkspaceShares({ total: Infinity, perWorkspace: limits.inProgressPerWorkspace })
  const answers = new WorkspaceShares(limits.unsentBytes)
  /** By workspace and route, until when there is taken to be no room for an answer of it. */
  const full = new LRUCache<string, true>({ max: MAX_FULL, ttl: FULL_MS })
  app.decorateRequest('unsentBytes', 0)
  app.addHook('onRequest', (request, reply, done) => {
    const { workspaceId } = request.workspace
    // A client that has left meanwhile has nothing to wait for, and would never be seen to leave.
    if (reply.raw.closed || !requests.take(workspaceId, 1)) return done(BUSY)
    reply.raw.once('close', () => {
      requests.giveBack(workspaceId, 1)
      answers.giveBack(workspaceId, request.unsentBytes)
    })
    const isGone = () => reply.raw.closed || full.has(routeOf(request))
    borrower.run({ workspaceId, isGone }, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || reply.raw.closed) return done(null, payload)
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    if (!answers.take(request.workspace.workspaceId, bytes)) {
      full.set(routeOf(request), true)
      reply.removeHeader('etag')
      return done(BUSY)
    }
    request.unsentBytes = bytes
    done(null, payload)
  })
}

function routeOf({ workspace, routeOptions }: FastifyRequest): string {
  return `${workspace.workspaceId} ${routeOptions.url}`
}

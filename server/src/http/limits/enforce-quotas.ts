import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { connectionOwner } from '../../database/connection-owner.ts'
import { BUSY } from '../../errors.ts'
import type { RequestLimits } from './request-limits.ts'
import type { AddHooks } from '../add-hooks.ts'
import { WorkspaceQuotas } from './workspace-quotas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the response that the client has not received yet, as counted against the quota. */
    unsentBytes: number
  }
}

/** How long reads of a route are refused after a response to it exceeded the quota, in milliseconds. */
const BACK_OFF_MS = 1_000
const MAX_BACK_OFFS = 10_000

/**
 * Enforces the quotas of each workspace: requests in progress, bytes of unsent responses, connections to the database.
 * A request is in progress until its client has received the response. Backpressure: a client that reads slowly uses up
 * its workspace's quota of bytes. A request whose client has disconnected runs no further statement. Call it after
 * `authenticate`, and before `cacheResponses`.
 */
export function enforceQuotas(limits: RequestLimits): AddHooks {
  const requests = new WorkspaceQuotas({ total: Infinity, perWorkspace: limits.inProgressPerWorkspace })
  const answers = new WorkspaceQuotas(limits.unsentBytes)
  /** By workspace and route. */
  const backOff = new LRUCache<string, true>({ max: MAX_BACK_OFFS, ttl: BACK_OFF_MS })
  return (app) => {
    app.decorateRequest('unsentBytes', 0)
    app.addHook('onRequest', (request, reply, done) => {
      const { workspaceId } = request.workspace
      // A client that has already disconnected emits no further "close".
      if (reply.raw.closed || !requests.acquire(workspaceId, 1)) return done(BUSY)
      reply.raw.once('close', () => {
        requests.release(workspaceId, 1)
        answers.release(workspaceId, request.unsentBytes)
      })
      const isGone = () => reply.raw.closed || backOff.has(routeOf(request))
      connectionOwner.run({ owner: workspaceId, caller: request.caller.id, isGone }, done)
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      if (reply.statusCode !== 200 || reply.raw.closed) return done(null, payload)
      const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
      if (!answers.acquire(request.workspace.workspaceId, bytes)) {
        backOff.set(routeOf(request), true)
        reply.removeHeader('etag')
        return done(BUSY)
      }
      request.unsentBytes = bytes
      done(null, payload)
    })
  }
}

function routeOf({ workspace, routeOptions }: FastifyRequest): string {
  return `${workspace.workspaceId} ${routeOptions.url}`
}

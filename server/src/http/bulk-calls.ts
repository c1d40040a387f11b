import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import type { WorkspaceContext } from '../context.ts'
import { BUSY } from './busy.ts'
import { FairTurns } from './fair-turns.ts'
import type { RequestLimits } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Works on a bulk call when its turn comes: workspaces take turns. */
    inTurn: <T>(workspace: WorkspaceContext, work: () => Promise<T>) => Promise<T>
  }
  interface FastifyRequest {
    /** Bytes of body that are held for the request, or will be. */
    heldBytes: number
  }
  interface FastifyContextConfig {
    /** Whether a call writes many rows. */
    bulk?: boolean
  }
}

/** In milliseconds: a call that waited for others itself need not be made up for. */
const LONGEST_REST = 250

/** Bounds what the bulk calls of this scope take: turns, places to wait, and memory. Call it after `authenticate`. */
export function boundBulkCalls(app: FastifyInstance, limits: RequestLimits, readsInProgress: () => number): void {
  const turns = new FairTurns({
    atATime: limits.bulkCalls,
    mostWaiting: limits.bulkCallsWaiting,
    // While reads wait, one call is worked on at a time, more or less; where there is never more than one, half of the time.
    rest: (took) => (readsInProgress() > 0 ? Math.min(took * Math.max(1, limits.bulkCalls - 1), LONGEST_REST) : 0),
  })
  let heldBytes = 0
  app.decorate('inTurn', ({ workspaceId }, work) => turns.take(workspaceId, work))
  app.decorateRequest('heldBytes', 0)
  const release = (request: FastifyRequest) => {
    heldBytes -= request.heldBytes
    request.heldBytes = 0
  }
  const reserve: preParsingHookHandler = (request, _reply, _payload, done) => {
    const { raw, routeOptions } = request
    // Its client has hung up: there will be no end of its body, and no answer.
    if (raw.destroyed) return done(BUSY)
    const { bodyLimit } = routeOptions
    const bytes = Math.min(Number(request.headers['content-length'] ?? bodyLimit), bodyLimit)
    if (heldBytes + bytes > limits.bulkCallBytes || !turns.hasPlaceFor(request.workspace.workspaceId)) return done(BUSY)
    heldBytes += bytes
    request.heldBytes = bytes
    raw.once('close', () => {
      if (!raw.complete) release(request)
    })
    done()
  }
  // A call that is refused before its body has been read is not even begun. One that is let in has no place in the
  // line yet: its body may be slow to come.
  app.addHook('onRoute', (route) => {
    if (!route.config?.bulk) return
    route.preParsing = [route.preParsing ?? [], reserve].flat()
    route.onSend = (request, _reply, payload, done) => {
      release(request)
      done(null, payload)
    }
  })
}

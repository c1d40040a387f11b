import { FairQueue } from '../fair-queue.ts'
import type { AddHooks } from './add-hooks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of this read. */
    releaseReadSlot: (() => void) | undefined
  }
}

/**
 * Reads that run at a time, and how many of them one workspace has: some slots always remain for others. A search takes the
 * event loop up to a millisecond to start. Where a hundred arrive together, this queue lets other workspaces in between.
 */
const LIMITS = { slots: 64, perOwner: { alone: 48, contended: 16 } }

/** Limits how many reads run at a time; workspaces get slots in round-robin. Call it after `cacheResponses`. */
export function limitConcurrentReads(): AddHooks {
  const queue = new FairQueue(LIMITS)
  return (app) => {
    app.decorateRequest('releaseReadSlot')
    app.addHook('onRequest', async (request) => {
      if (request.method === 'GET' || request.method === 'HEAD') {
        request.releaseReadSlot = await queue.acquire(request.workspace.workspaceId)
      }
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      request.releaseReadSlot?.()
      request.releaseReadSlot = undefined
      done(null, payload)
    })
  }
}

import type { FastifyInstance } from 'fastify'
import { FairQueue } from '../fair-queue.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the next read begin. */
    endRead: (() => void) | undefined
  }
}

/**
 * Reads that are worked on at a time, and how many of them are one workspace's. To begin a search takes the event loop up
 * to a millisecond: of a hundred that arrive together, most wait until others have had their turn.
 */
const PLACES = { places: 64, perOwner: { alone: 64, besideOthers: 16 } }

/** Has reads wait for their turn, which workspaces take in round-robin. Call it after what answers from memory. */
export function limitReads(app: FastifyInstance): void {
  const queue = new FairQueue(PLACES)
  app.decorateRequest('endRead')
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      request.endRead = await queue.enter(request.workspace.workspaceId)
    }
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endRead?.()
    request.endRead = undefined
    done(null, payload)
  })
}

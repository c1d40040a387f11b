import type { FastifyInstance } from 'fastify'
import type { BuyerContext } from '../../portal/buyer-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The context for the verbs of the portal. The customer is that of the session, never of a parameter. */
    buyer: BuyerContext
  }
}

/** Gives each request of this scope the context of its buyer. Call it after `authenticate`. */
export function identifyBuyer(app: FastifyInstance): void {
  app.decorateRequest('buyer')
  app.addHook('onRequest', (request, _reply, done) => {
    const { caller, workspace } = request
    if (caller.type !== 'buyer') throw new Error('Only buyers are admitted to the trade portal.')
    request.buyer = { ...workspace, buyerId: caller.id, customerId: caller.customerId }
    done()
  })
}

import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import { buyerAdmission } from '../../http/auth/admit-by-session.ts'
import type { PagesOptions } from '../pages-options.ts'
import { approvalRequestRoutes } from './approval-requests.ts'
import { basketRoutes } from './basket.ts'
import { colleagueRoutes } from './colleagues.ts'
import { documentRoutes } from './documents.ts'
import { orderLineFileRoutes, orderLineRoutes } from './order-lines.ts'
import { orderRoutes } from './orders.ts'
import { quoteRoutes } from './quotes.ts'
import { portalRoutes } from './portal.ts'
import { productRoutes } from './products.ts'
import { savedListRoutes } from './saved-lists.ts'
import { usualRoutes } from './usual.ts'
import type { BuyerContext } from '../../portal/buyer-context.ts'
import { z } from 'zod'
import { AddressItem } from '../v1/customers.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { addAddress, changeAddress } from '../../portal/own-customers.ts'
import { done, Done } from '../common-schemas.ts'

const operation = operationsOf('Addresses')
const params = z.object({ id: z.string() })
const NewAddress = AddressItem.omit({ id: true }).meta({ id: 'NewAddress' })

/** The delivery addresses of the buyer's customer, where the wholesaler lets buyers change them. */
const addressRoutes: RoutePlugin = async (app) => {
  app.post(
    '/addresses',
    operation('addAddress', 'Add a delivery address', {
      body: NewAddress,
      answer: envelope(z.object({ id: z.string() })),
    }),
    async ({ buyer, body }) => ({ data: { id: (await addAddress(buyer, body)).id } }),
  )

  app.put(
    '/addresses/:id',
    operation('changeAddress', 'Change a delivery address', { params, body: NewAddress, answer: Done }),
    async ({ buyer, params, body }) => done(changeAddress(buyer, params.id, body)),
  )

  app.delete(
    '/addresses/:id',
    operation('removeAddress', 'Remove a delivery address', { params, answer: Done }),
    async ({ buyer, params }) => done(changeAddress(buyer, params.id, null)),
  )
}

/** What the pages of a wholesaler's buyers call: `/app-api/portal/{slug}/…`. Every route needs a buyer's session. */
export const portalApi: FastifyPluginAsyncZod<PagesOptions> = async (app, { context, sessions, rates, pipeline }) => {
  const admit = buyerAdmission(sessions, rates, context.site)
  await app.register(async (signedIn) => {
    pipeline.serveJson(signedIn, admit)
    identifyBuyer(signedIn)
    await signedIn.register(portalRoutes)
    await signedIn.register(productRoutes)
    await signedIn.register(usualRoutes)
    await signedIn.register(basketRoutes)
    await signedIn.register(addressRoutes)
    await signedIn.register(orderLineRoutes)
    await signedIn.register(approvalRequestRoutes)
    await signedIn.register(colleagueRoutes)
    await signedIn.register(savedListRoutes)
    await signedIn.register(orderRoutes)
    await signedIn.register(quoteRoutes)
    await signedIn.register(documentRoutes)
  })
  await app.register(async (uploading) => {
    pipeline.takeFiles(uploading, admit)
    identifyBuyer(uploading)
    await uploading.register(orderLineFileRoutes)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The context for the verbs of the portal. The customer is that of the session, never of a parameter. */
    buyer: BuyerContext
  }
}

/** Gives each request of this scope the context of its buyer. Call it after `authenticate`. */
function identifyBuyer(app: FastifyInstance): void {
  app.decorateRequest('buyer')
  app.addHook('onRequest', (request, _reply, done) => {
    const { caller, workspace } = request
    if (caller.type !== 'buyer') throw new Error('Only buyers are admitted to the trade portal.')
    request.buyer = { ...workspace, buyerId: caller.id, customerId: caller.customerId }
    done()
  })
}

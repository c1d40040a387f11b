import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { admitByBuyer } from '../../http/admit-by-buyer.ts'
import { authenticate } from '../../http/authenticate.ts'
import { enforceQuotas } from '../../http/enforce-quotas.ts'
import { readJsonBodies } from '../../http/json-body.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { limitConcurrentReads } from '../../http/limit-concurrent-reads.ts'
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts'
import { timeOutRequests } from '../../http/request-timeout.ts'
import { cacheResponses } from '../../http/response-cache.ts'
import { shedLoad } from '../../http/shed-load.ts'
import type { PagesOptions } from '../pages-options.ts'
import { basketRoutes } from './basket.ts'
import { documentRoutes } from './documents.ts'
import { identifyBuyer } from './identify-buyer.ts'
import { orderRoutes } from './orders.ts'
import { portalRoutes } from './portal.ts'
import { productRoutes } from './products.ts'
import { savedListRoutes } from './saved-lists.ts'

/** What the pages of a wholesaler's buyers call: `/app-api/portal/{slug}/…`. Every route needs a buyer's session. */
export const portalApi: FastifyPluginAsyncZod<PagesOptions> = async (app, { context, sessions, limits }) => {
  const readsInProgress = shedLoad(app, limits)
  const refuseOthers = refuseOtherMethods(app)
  await app.register(async (signedIn) => {
    authenticate(signedIn, context, admitByBuyer(sessions, context.site))
    identifyBuyer(signedIn)
    enforceQuotas(signedIn, limits)
    cacheResponses(signedIn)
    timeOutRequests(signedIn)
    limitConcurrentReads(signedIn)
    readJsonBodies(signedIn, limits)
    limitConcurrency(signedIn, limits, readsInProgress)
    await signedIn.register(portalRoutes)
    await signedIn.register(productRoutes)
    await signedIn.register(basketRoutes)
    await signedIn.register(savedListRoutes)
    await signedIn.register(orderRoutes)
    await signedIn.register(documentRoutes)
  })
  refuseOthers()
}

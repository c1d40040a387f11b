import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { buyerAdmission } from '../../http/admission/admit-by-session.ts'
import type { PagesOptions } from '../pages-options.ts'
import { basketRoutes } from './basket.ts'
import { colleagueRoutes } from './colleagues.ts'
import { documentRoutes } from './documents.ts'
import { identifyBuyer } from './identify-buyer.ts'
import { orderRoutes } from './orders.ts'
import { portalRoutes } from './portal.ts'
import { preparedBasketRoutes } from './prepared-baskets.ts'
import { productRoutes } from './products.ts'
import { savedListRoutes } from './saved-lists.ts'

/** What the pages of a wholesaler's buyers call: `/app-api/portal/{slug}/…`. Every route needs a buyer's session. */
export const portalApi: FastifyPluginAsyncZod<PagesOptions> = async (app, { context, sessions, pipeline }) => {
  pipeline.shedLoad(app)
  const admit = buyerAdmission(sessions, context.site)
  await app.register(async (signedIn) => {
    pipeline.serveJson(signedIn, admit)
    identifyBuyer(signedIn)
    await signedIn.register(portalRoutes)
    await signedIn.register(productRoutes)
    await signedIn.register(basketRoutes)
    await signedIn.register(preparedBasketRoutes)
    await signedIn.register(colleagueRoutes)
    await signedIn.register(savedListRoutes)
    await signedIn.register(orderRoutes)
    await signedIn.register(documentRoutes)
  })
}

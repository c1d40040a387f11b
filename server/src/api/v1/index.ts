import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Context } from '../../context.ts'
import { admitByKey } from '../../http/admit-by-key.ts'
import { timeOutRequests } from '../../http/request-timeout.ts'
import { authenticate } from '../../http/authenticate.ts'
import { cacheResponses } from '../../http/response-cache.ts'
import { readJsonBodies } from '../../http/json-body.ts'
import { limitConcurrentReads } from '../../http/limit-concurrent-reads.ts'
import { enforceQuotas } from '../../http/enforce-quotas.ts'
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts'
import type { RequestLimits } from '../../http/request-limits.ts'
import { shedLoad } from '../../http/shed-load.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { activityRoutes } from './activity.ts'
import { brandRoutes } from './brands.ts'
import { categoryRoutes } from './categories.ts'
import { customerRoutes } from './customers.ts'
import { openApiRoutes } from './openapi.ts'
import { orderRoutes } from './orders.ts'
import { priceChangeRoutes } from './price-changes.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { workspaceRoutes } from './workspace.ts'

type PublicApiOptions = { context: Context; rateLimit: number; limits: RequestLimits }

/** The public API, version 1. Every route needs a key, except the OpenAPI document. */
export const publicApi: FastifyPluginAsyncZod<PublicApiOptions> = async (app, { context, rateLimit, limits }) => {
  const readsInProgress = shedLoad(app, limits)
  const refuseOthers = refuseOtherMethods(app)
  await app.register(openApiRoutes)
  await app.register(async (keyed) => {
    authenticate(keyed, context, admitByKey(context, rateLimit))
    enforceQuotas(keyed, limits)
    cacheResponses(keyed)
    timeOutRequests(keyed)
    limitConcurrentReads(keyed)
    readJsonBodies(keyed, limits)
    limitConcurrency(keyed, limits, readsInProgress)
    await keyed.register(workspaceRoutes)
    await keyed.register(productRoutes)
    await keyed.register(brandRoutes)
    await keyed.register(categoryRoutes)
    await keyed.register(priceRoutes)
    await keyed.register(customerRoutes)
    await keyed.register(orderRoutes)
    await keyed.register(priceChangeRoutes)
    await keyed.register(activityRoutes)
  })
  refuseOthers()
}

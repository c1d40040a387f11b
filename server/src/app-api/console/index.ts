import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Context } from '../../context.ts'
import { admitBySession } from '../../http/admit-by-session.ts'
import { authenticate } from '../../http/authenticate.ts'
import { enforceQuotas } from '../../http/enforce-quotas.ts'
import { readJsonBodies } from '../../http/json-body.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { limitConcurrentReads } from '../../http/limit-concurrent-reads.ts'
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts'
import type { RequestLimits } from '../../http/request-limits.ts'
import { timeOutRequests } from '../../http/request-timeout.ts'
import { cacheResponses } from '../../http/response-cache.ts'
import { shedLoad } from '../../http/shed-load.ts'
import { activityRoutes } from './activity.ts'
import { orderPlacingRoutes } from './order-placing.ts'
import { orderRoutes } from './orders.ts'
import { workspaceRoutes } from './workspace.ts'

export type ConsoleOptions = { context: Context; limits: RequestLimits; publicUrl: string | undefined }

/** What the pages of a wholesaler's staff call: `/app-api/console/{slug}/…`. Every route needs a member's session. */
export const consoleApi: FastifyPluginAsyncZod<ConsoleOptions> = async (app, { context, limits, publicUrl }) => {
  const readsInProgress = shedLoad(app, limits)
  const refuseOthers = refuseOtherMethods(app)
  await app.register(async (signedIn) => {
    authenticate(signedIn, context, admitBySession(context, publicUrl))
    enforceQuotas(signedIn, limits)
    cacheResponses(signedIn)
    timeOutRequests(signedIn)
    limitConcurrentReads(signedIn)
    readJsonBodies(signedIn, limits)
    limitConcurrency(signedIn, limits, readsInProgress)
    await signedIn.register(workspaceRoutes)
    await signedIn.register(orderRoutes)
    await signedIn.register(orderPlacingRoutes)
    await signedIn.register(activityRoutes)
  })
  refuseOthers()
}

import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Context } from '../../context.ts'
import { admitByKey } from '../../http/auth/admit-by-key.ts'
import type { RequestPipeline } from '../../http/request-pipeline.ts'
import { activityRoutes } from './activity.ts'
import { brandRoutes } from './brands.ts'
import { categoryRoutes } from './categories.ts'
import { customerRoutes } from './customers.ts'
import { importRoutes, importUploadRoutes } from './imports.ts'
import { openApiRoutes } from './openapi.ts'
import { orderRoutes } from './orders.ts'
import { priceChangeRoutes } from './price-changes.ts'
import { priceFeedRoutes } from './price-feed.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { workspaceRoutes } from './workspace.ts'

type PublicApiOptions = { context: Context; rateLimit: number; pipeline: RequestPipeline }

/** The public API, version 1. Every route needs a key, except the OpenAPI document. */
export const publicApi: FastifyPluginAsyncZod<PublicApiOptions> = async (app, { context, rateLimit, pipeline }) => {
  await app.register(openApiRoutes)
  const admit = admitByKey(context, rateLimit)
  await app.register(async (keyed) => {
    pipeline.serveJson(keyed, admit)
    await keyed.register(workspaceRoutes)
    await keyed.register(productRoutes)
    await keyed.register(brandRoutes)
    await keyed.register(categoryRoutes)
    await keyed.register(priceRoutes)
    await keyed.register(priceFeedRoutes)
    await keyed.register(customerRoutes)
    await keyed.register(orderRoutes)
    await keyed.register(priceChangeRoutes)
    await keyed.register(importRoutes)
    await keyed.register(activityRoutes)
  })
  await app.register(async (uploading) => {
    pipeline.takeFiles(uploading, admit)
    await uploading.register(importUploadRoutes)
  })
}

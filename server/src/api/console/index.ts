import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { memberAdmission } from '../../http/auth/admit-by-session.ts'
import type { PagesOptions } from '../pages-options.ts'
import { priceGroupRoutes } from './price-groups.ts'
import { priceChangeDecisionRoutes } from './price-change-decisions.ts'
import { priceChangeLineRoutes } from './price-change-lines.ts'
import { priceChangeRoutes } from './price-changes.ts'
import { buyerRoutes } from './buyers.ts'
import { customerRoutes } from './customers.ts'
import { customerStoryRoutes } from './customer-story.ts'
import { termPreviewRoutes } from './term-previews.ts'
import { termRoutes } from './terms.ts'
import { activityRoutes } from './activity.ts'
import { exportRoutes } from './exports.ts'
import { findRoutes } from './find.ts'
import { groupRoutes } from './groups.ts'
import { homeRoutes } from './home.ts'
import { importRoutes, importUploadRoutes } from './imports.ts'
import { imageRoutes, imageUploadRoutes } from './images.ts'
import { orderSettingsRoutes } from './ordering.ts'
import { orderPlacingRoutes } from './order-placing.ts'
import { orderRoutes } from './orders.ts'
import { keyRoutes } from './keys.ts'
import { mailRoutes } from './mails.ts'
import { peopleRoutes } from './people.ts'
import { settingsRoutes } from './settings.ts'
import { logoUploadRoutes, portalSettingsRoutes } from './portal.ts'
import { portalPreviewRoutes } from './portal-preview.ts'
import { priceRoutes } from './prices.ts'
import { productBulkRoutes } from './product-bulk.ts'
import { productRoutes } from './products.ts'
import { viewRoutes } from './views.ts'
import { workspaceRoutes } from './workspace.ts'

/** What the pages of a wholesaler's staff call: `/app-api/console/{slug}/…`. Every route needs a member's session. */
export const consoleApi: FastifyPluginAsyncZod<PagesOptions> = async (app, { context, sessions, rates, pipeline }) => {
  const admit = memberAdmission(sessions, rates, context.site)
  await app.register(async (signedIn) => {
    pipeline.serveJson(signedIn, admit)
    await signedIn.register(workspaceRoutes)
    await signedIn.register(settingsRoutes)
    await signedIn.register(portalSettingsRoutes)
    await signedIn.register(orderSettingsRoutes)
    await signedIn.register(peopleRoutes)
    await signedIn.register(keyRoutes)
    await signedIn.register(mailRoutes)
    await signedIn.register(homeRoutes)
    await signedIn.register(viewRoutes)
    await signedIn.register(findRoutes)
    await signedIn.register(productRoutes)
    await signedIn.register(productBulkRoutes)
    await signedIn.register(exportRoutes)
    await signedIn.register(imageRoutes)
    await signedIn.register(importRoutes)
    await signedIn.register(groupRoutes)
    await signedIn.register(priceRoutes)
    await signedIn.register(priceChangeRoutes)
    await signedIn.register(priceChangeLineRoutes)
    await signedIn.register(priceChangeDecisionRoutes)
    await signedIn.register(customerRoutes)
    await signedIn.register(customerStoryRoutes)
    await signedIn.register(termRoutes)
    await signedIn.register(termPreviewRoutes)
    await signedIn.register(priceGroupRoutes)
    await signedIn.register(buyerRoutes)
    await signedIn.register(portalPreviewRoutes)
    await signedIn.register(orderRoutes)
    await signedIn.register(orderPlacingRoutes)
    await signedIn.register(activityRoutes)
  })
  await app.register(async (uploading) => {
    pipeline.takeFiles(uploading, admit)
    await uploading.register(imageUploadRoutes)
    await uploading.register(logoUploadRoutes)
    await uploading.register(importUploadRoutes)
  })
}

import { companyRoutes } from './company.ts'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { memberAdmission } from '../../http/auth/admit-by-session.ts'
import type { PagesOptions } from '../pages-options.ts'
import { priceGroupRoutes } from './price-groups.ts'
import { priceChangeDecisionRoutes, priceChangeLineRoutes, priceChangeRoutes } from './price-changes.ts'
import { buyerRoutes } from './buyers.ts'
import { customerRoutes, customerStoryRoutes } from './customers.ts'
import { termPreviewRoutes, termRoutes } from './terms.ts'
import { activityRoutes } from './activity.ts'
import { exportRoutes } from './exports.ts'
import { importRoutes, importUploadRoutes } from './imports.ts'
import { imageRoutes, imageUploadRoutes } from './images.ts'
import { orderSettingsRoutes } from './ordering.ts'
import { orderPlacingRoutes } from './order-placing.ts'
import { orderRoutes } from './orders.ts'
import { quoteRoutes } from './quotes.ts'
import { keyRoutes } from './keys.ts'
import { mailRoutes } from './mails.ts'
import { peopleRoutes } from './people.ts'
import { purchaseOrderFileRoutes, purchaseOrderRoutes } from './purchase-orders.ts'
import { settingsRoutes } from './settings.ts'
import { logoUploadRoutes, portalSettingsRoutes } from './portal.ts'
import { portalPreviewRoutes } from './portal-preview.ts'
import { productBulkRoutes, productRoutes } from './products.ts'
import { viewRoutes } from './views.ts'
import { z } from 'zod'
import { envelope, pricedEnvelope } from '../../http/envelope.ts'
import { keepToOwn, operation } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { findExactly } from '../../orders/search-orders.ts'
import { text, optionalReference, optionalText, reference } from '../../lib/text-input.ts'
import { PLANS } from '../../database/column-values.ts'
import { ROLES } from '../../shared/rights.ts'
import { readMembership } from '../../people/members.ts'
import { readOrderSettings } from '../../orders/order-settings.ts'
import { searchGroups } from '../../catalogue/groups/search-groups.ts'
import { integerParameter } from '../../http/input.ts'
import { Order } from '../v1/orders.ts'
import { PriceChange } from '../v1/price-changes.ts'
import { readHome } from '../../orders/read-home.ts'
import { explainForStaff } from '../../catalogue/explain-price.ts'
import { MAX_QTY } from '../../shared/limits.ts'
import { ExplainedPrice } from '../v1/prices.ts'
import { QuantityBreak } from './product-schema.ts'

const ExactMatch = z.object({
  kind: z.enum(['order', 'product', 'customer']),
  id: z.uuid(),
  code: z.string().describe('The number, the SKU or the account code.'),
  name: z.string().describe('Of an order, the name of its customer.'),
})

const findRoutes: RoutePlugin = async (app) => {
  app.get(
    '/find',
    operation('findExactly', 'What has exactly this number, SKU or account code', {
      right: 'read',
      own: 'lists',
      tags: ['Home'],
      querystring: z.object({ code: text(200) }),
      answer: envelope(z.array(ExactMatch)),
    }),
    async ({ workspace, query }) => ({ data: await findExactly(workspace, query.code) }),
  )
}

const Membership = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string().meta({ description: 'The address of its pages: `/w/{slug}`.' }),
    currency: z.string().meta({ description: 'ISO 4217.' }),
    currencyDecimals: z.int(),
    timezone: z.string().meta({ description: 'IANA time zone.' }),
    taxLabel: z.string(),
    plan: z.enum(PLANS).meta({ description: 'The present plan. A trial that has ended is `lapsed`.' }),
    trialEndsAt: z.iso.datetime().nullable(),
    isSample: z.boolean(),
    me: z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      onlyOwnCustomers: z
        .boolean()
        .meta({ description: 'Whether they are held to the customers whose contact they are.' }),
      isContact: z.boolean().meta({ description: 'Whether they are the contact of a customer.' }),
    }),
    deskSetsPrices: z.boolean().meta({ description: 'Whether the role "Orders" may set prices by hand.' }),
  })
  .meta({ id: 'Membership', description: 'A workspace, and the member of its staff who asks.' })

const workspaceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/workspace',
    operation('readMembership', 'The workspace, and who asks', {
      right: 'read',
      own: 'open',
      answer: envelope(Membership),
    }),
    async ({ workspace, caller }) => ({
      data: {
        ...(await readMembership(workspace, caller.id)),
        deskSetsPrices: (await readOrderSettings(workspace)).deskSetsPrices,
      },
    }),
  )
}

const Group = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'Group' })
const GROUPINGS = [
  { path: '/brands', grouping: 'brand', operationId: 'searchBrands' },
  { path: '/categories', grouping: 'category', operationId: 'searchCategories' },
] as const

const groupRoutes: RoutePlugin = async (app) => {
  for (const { path, grouping, operationId } of GROUPINGS) {
    app.get(
      path,
      operation(operationId, 'Names to choose from', {
        right: 'read',
        own: 'open',
        tags: ['Brands and categories'],
        querystring: z.object({
          q: optionalText(120).describe('A part of the name.'),
          id: optionalReference().describe('Only the one with this id.'),
          limit: integerParameter(1, 100, 50),
        }),
        answer: envelope(z.array(Group)),
      }),
      async ({ workspace, query }) => ({ data: await searchGroups(workspace, grouping, query) }),
    )
  }
}

const ProductRef = z.object({ id: z.uuid(), sku: z.string(), name: z.string() })

function listed<T extends z.ZodType>(entry: T) {
  return z.object({ total: z.int(), first: z.array(entry) })
}

const Home = z
  .object({
    newOrders: listed(Order),
    askedQuotes: z.object({ total: z.int() }).meta({ description: 'Quotes that wait for prices.' }),
    drafts: listed(PriceChange),
    scheduled: listed(PriceChange),
    withoutPrice: listed(ProductRef),
    failedImages: listed(ProductRef),
    setUp: z
      .object({
        products: z.boolean(),
        customers: z.boolean(),
        terms: z.boolean(),
        buyers: z.boolean(),
        orders: z.boolean(),
      })
      .meta({ description: 'The first steps of a workspace: true for those that are done.' }),
  })
  .meta({ id: 'Home' })

const homeRoutes: RoutePlugin = async (app) => {
  app.get(
    '/home',
    operation('readHome', 'What needs doing now', {
      right: 'read',
      own: 'lists',
      tags: ['Home'],
      answer: pricedEnvelope(Home),
    }),
    async ({ workspace, currency }) => ({ data: await readHome(workspace), currency }),
  )
}

const PriceForStaff = ExplainedPrice.extend({
  at: z.iso.datetime().meta({ description: 'The moment of the price: now, or the end of another day.' }),
  unitLabel: z.string(),
  minOrderQty: z.int(),
  orderMultiple: z.int(),
  breaks: z.array(QuantityBreak).meta({ description: 'Other prices from larger quantities.' }),
  scheduledBy: z
    .object({ priceChangeId: z.uuid(), name: z.string(), scheduledFor: z.iso.datetime() })
    .nullable()
    .meta({ description: 'The scheduled price change that sets the list price by then.' }),
  words: z.string().meta({ description: 'What the customer can be told.' }),
}).meta({ id: 'PriceForStaff' })

const priceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/prices',
    operation('explainPrice', 'The price of a product for a customer on a day, explained', {
      right: 'read',
      own: { customer: 'query.customer' },
      tags: ['Prices'],
      querystring: z.object({
        customer: reference().describe('A customer, by id or account code.'),
        product: reference().describe('A product id.'),
        qty: integerParameter(1, MAX_QTY, 1),
        date: optionalText(10).describe('A day of the workspace, such as 2027-01-05. Default: today.'),
      }),
      answer: pricedEnvelope(PriceForStaff),
    }),
    async ({ workspace, currency, query }) => ({ data: await explainForStaff(workspace, query), currency }),
  )
}

/** What the pages of a wholesaler's staff call: `/app-api/console/{slug}/…`. Every route needs a member's session. */
export const consoleApi: FastifyPluginAsyncZod<PagesOptions> = async (app, { context, sessions, rates, pipeline }) => {
  app.addHook('preHandler', keepToOwn)
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
    await signedIn.register(companyRoutes)
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
    await signedIn.register(quoteRoutes)
    await signedIn.register(purchaseOrderRoutes)
    await signedIn.register(activityRoutes)
  })
  await app.register(async (uploading) => {
    pipeline.takeFiles(uploading, admit)
    await uploading.register(imageUploadRoutes)
    await uploading.register(logoUploadRoutes)
    await uploading.register(importUploadRoutes)
    await uploading.register(purchaseOrderFileRoutes)
  })
}

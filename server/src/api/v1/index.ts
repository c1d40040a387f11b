import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { Context } from '../../context.ts'
import { admitByKey } from '../../http/auth/admit-by-key.ts'
import { noteFailedCalls, nameUnknownFields, nameUnknownParameters } from '../../http/observe-request.ts'
import type { RequestPipeline } from '../../http/request-pipeline.ts'
import { activityRoutes } from './activity.ts'
import { customerCodeRoutes } from './customer-codes.ts'
import { customerRoutes } from './customers.ts'
import { feedRoutes } from './feeds.ts'
import { importRoutes, importUploadRoutes } from './imports.ts'
import { orderCheckRoutes } from './order-checks.ts'
import { orderRoutes } from './orders.ts'
import { priceChangeRoutes } from './price-changes.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { quoteRoutes } from './quotes.ts'
import { z } from 'zod'
import { listGroups } from '../../catalogue/groups/brands-and-categories.ts'
import { envelope, sendRawJson } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { createHash } from 'node:crypto'
import { readOrderSettings } from '../../orders/order-settings.ts'
import { namesTag } from '../../http/entity-tags.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { PLANS } from '../../database/column-values.ts'

const Brand = z
  .object({ id: z.uuid(), name: z.string().meta({ examples: ['Hollin'] }) })
  .meta({ id: 'Brand', description: 'A brand. The service creates it when a product names it for the first time.' })

const brandRoutes: RoutePlugin = async (app) => {
  app.get(
    '/brands',
    operation('listBrands', 'All brands', {
      description: 'Every brand of the workspace, sorted by name.',
      tags: ['Brands and categories'],
      answer: envelope(z.array(Brand)).meta({ id: 'BrandList' }),
    }),
    async ({ workspace }, reply) => sendRawJson(reply, await listGroups(workspace, 'brand')),
  )
}

const Category = z.object({ id: z.uuid(), name: z.string().meta({ examples: ['Tableware'] }) }).meta({
  id: 'Category',
  description: 'A category. The service creates it when a product names it for the first time.',
})

const categoryRoutes: RoutePlugin = async (app) => {
  app.get(
    '/categories',
    operation('listCategories', 'All categories', {
      description: 'Every category of the workspace, sorted by name.',
      tags: ['Brands and categories'],
      answer: envelope(z.array(Category)).meta({ id: 'CategoryList' }),
    }),
    async ({ workspace }, reply) => sendRawJson(reply, await listGroups(workspace, 'category')),
  )
}

const OpenApi = z
  .record(z.string(), z.unknown())
  .meta({ description: 'An OpenAPI document.', examples: [{ openapi: '3.1.0', info: { title: 'Trade Catalogue' } }] })

/** The OpenAPI document of the API. It needs no key. */
const openApiRoutes: RoutePlugin = async (app) => {
  let cached: { document: string; tag: string } | undefined
  const write = () => {
    const document = JSON.stringify(app.swagger())
    return { document, tag: `"${createHash('sha256').update(document).digest('base64url')}"` }
  }

  app.get(
    '/openapi.json',
    operation('readOpenApi', 'This API as an OpenAPI document', {
      description: 'OpenAPI 3.1, for clients and code generators. This call needs no key.',
      tags: ['Description'],
      security: [],
      answer: OpenApi,
    }),
    async (request, reply) => {
      const { document, tag } = (cached ??= write())
      reply.header('etag', tag)
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304 as 200).send(undefined as never)
      // The document is raw JSON already. It needs no serializer.
      return reply.type('application/json; charset=utf-8').send(document as never)
    },
  )
}

const Workspace = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ examples: ['Harbour Wholesale'] }),
    currency: z.string().meta({ description: 'ISO 4217. The currency of all prices.', examples: ['GBP'] }),
    currencyDecimals: z.int().meta({
      description: 'Number of decimals of the currency. With 2, an amount of 1234 means 12.34.',
      examples: [2],
    }),
    timezone: z.string().meta({ description: 'IANA time zone.', examples: ['Europe/London'] }),
    taxLabel: z.string().meta({ description: 'Text that says that prices are before tax.', examples: ['ex VAT'] }),
    plan: z.enum(PLANS).meta({ description: 'The present plan. A trial that has ended is `lapsed`.' }),
    trialEndsAt: z.iso.datetime().nullable(),
    minOrderValue: z
      .int()
      .nullable()
      .meta({
        description:
          'The least subtotal of an order by buyers, in minor units before tax, where neither the customer nor its ' +
          'price group has another one. Null: none.',
        examples: [15_000],
      }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace', description: 'The wholesaler that owns the API key.' })

const workspaceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/workspace',
    operation('readWorkspace', 'The workspace of this key', {
      description: 'Name, currency, time zone, tax wording and plan.',
      tags: ['Workspace'],
      answer: envelope(Workspace),
    }),
    async ({ workspace }) => {
      const { minOrderValue } = await readOrderSettings(workspace)
      return { data: { ...(await readWorkspace(workspace, workspace.workspaceId)), minOrderValue } }
    },
  )
}

type PublicApiOptions = { context: Context; rateLimit: number; pipeline: RequestPipeline }

/** The public API, version 1. Every route needs a key, except the OpenAPI document. */
export const publicApi: FastifyPluginAsyncZod<PublicApiOptions> = async (app, { context, rateLimit, pipeline }) => {
  nameUnknownParameters(app)
  nameUnknownFields(app)
  noteFailedCalls(app, context)
  await app.register(openApiRoutes)
  const admit = admitByKey(context, rateLimit)
  await app.register(async (keyed) => {
    pipeline.serveJson(keyed, admit)
    await keyed.register(workspaceRoutes)
    await keyed.register(productRoutes)
    await keyed.register(brandRoutes)
    await keyed.register(categoryRoutes)
    await keyed.register(priceRoutes)
    await keyed.register(customerRoutes)
    await keyed.register(customerCodeRoutes)
    await keyed.register(orderRoutes)
    await keyed.register(orderCheckRoutes)
    await keyed.register(quoteRoutes)
    await keyed.register(feedRoutes)
    await keyed.register(priceChangeRoutes)
    await keyed.register(importRoutes)
    await keyed.register(activityRoutes)
  })
  await app.register(async (uploading) => {
    pipeline.takeFiles(uploading, admit)
    await uploading.register(importUploadRoutes)
  })
}

import { z } from 'zod'
import { AVAILABILITY } from '../../database/column-values.ts'
import { listProducts } from '../../catalogue/list-products.ts'
import { readProduct } from '../../catalogue/read-product.ts'
import { upsertProducts } from '../../catalogue/upsert-products.ts'
import {
  envelope,
  nextOffset,
  nextOffsetField,
  pageParameters,
  pricedEnvelope,
  sendRawJson,
} from '../../http/envelope.ts'
import { integerParameter, optionalFlag, optionalTime, optionalWord } from '../../http/input.ts'
import { optionalReference, optionalText } from '../../text-input.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { rawJsonList } from '../../reading/index.ts'
import { customerParameter } from './price-schema.ts'
import { LARGEST_CALL_BYTES, Product, ProductWithNames, UpsertProducts } from './product-schema.ts'

const MAX_PAGE = 50
const MAX_QTY = 1_000_000

const ListParameters = z.object({
  q: optionalText(200).describe('Searches SKU, manufacturer reference, name, brand, category and description.'),
  category: optionalReference().describe('A category id.'),
  brand: optionalReference().describe('A brand id.'),
  availability: optionalWord(AVAILABILITY).describe('Only products with this availability.'),
  active: optionalFlag().describe('Only active or only inactive products. With a customer: active ones.'),
  customer: customerParameter.describe(
    'A customer, by id or account code: shows what this customer can see, at this customer’s prices.',
  ),
  updatedSince: optionalTime()
    .describe(
      'Only products that were created or changed at or after this time, by the time of their last change, then by id. ' +
        'A published list price is a change; what a customer pays, and the name of a brand or category, are not. ' +
        'To follow changes, send the latest `updatedAt` of the last walk: no change appears later with an earlier time. ' +
        'Some products come twice that way. A product that changes while you page moves to the end, and the rest moves up: ' +
        'where the last page shows a change that was made since you began, walk once more from the same time. ' +
        'With `q`, best match first.',
    )
    .meta({ examples: ['2026-12-01T06:00:00.000Z'] }),
  ...pageParameters(MAX_PAGE),
})

const UpsertResult = z
  .object({
    created: z.int().meta({ description: 'New products.', examples: [2] }),
    updated: z.int().meta({ description: 'Products that were there already, changed or not.', examples: [98] }),
    priceChanges: z.int().meta({ description: 'Products whose new price is in the draft.', examples: [5] }),
    priceChangeId: z.uuid().nullable().meta({ description: 'The draft price change; null when no price changed.' }),
    unknownCustomers: z
      .array(z.string())
      .meta({ description: 'Up to 50 entries of `onlyFor` that no customer has.', examples: [['ACME-OLD']] }),
  })
  .meta({ id: 'UpsertResult' })

const tags = ['Products']

export const productRoutes: RoutePlugin = async (app) => {
  app.get(
    '/products',
    {
      schema: {
        operationId: 'listProducts',
        summary: 'List or search products',
        description:
          'By name; with `updatedSince` by the time of the last change; with `q` best match first: the code itself, codes that start with it, names that start with it, ' +
          'then every product that has all the words.',
        tags,
        querystring: ListParameters,
        response: { 200: pricedEnvelope(z.array(Product)).extend(nextOffsetField) },
      },
    },
    async ({ workspace, currency, query }, reply) => {
      const products = await listProducts(workspace, query)
      return sendRawJson(reply, rawJsonList(products), { nextOffset: nextOffset(products, query), currency })
    },
  )

  app.get(
    '/products/:id([^/]+)',
    {
      schema: {
        operationId: 'readProduct',
        summary: 'One product with its price',
        description: 'With a customer at that customer’s price; not found if that customer cannot see it.',
        tags,
        params: z.object({ id: z.string().meta({ format: 'uuid', description: 'A product id.' }) }),
        querystring: z.object({
          customer: customerParameter,
          qty: integerParameter(1, MAX_QTY, 1).describe('The quantity to price; 1 unless said.'),
        }),
        response: { 200: pricedEnvelope(ProductWithNames) },
      },
    },
    async ({ workspace, currency, params, query }, reply) =>
      sendRawJson(reply, await readProduct(workspace, { ...params, ...query }), { currency }),
  )

  app.put(
    '/products',
    {
      config: { scope: 'write', bulk: true },
      bodyLimit: LARGEST_CALL_BYTES,
      schema: {
        operationId: 'upsertProducts',
        summary: 'Send up to 100 products',
        description:
          'Creates or updates by SKU, all rows or none. Products that exist keep their price: a different one goes into a draft price change, ' +
          'whose id is in the answer. Send that id with the following calls to keep a whole sync in one draft.',
        tags,
        body: UpsertProducts,
        response: { 200: envelope(UpsertResult) },
      },
    },
    async ({ workspace, body }) => ({ data: await app.runQueued(workspace, (turn) => upsertProducts(turn, body)) }),
  )
}

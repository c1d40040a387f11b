import { z } from 'zod'
import { AVAILABILITY } from '../../database/column-values.ts'
import { MAX_QTY } from '../../shared/limits.ts'
import { listProducts } from '../../catalogue/list-products.ts'
import { readProduct } from '../../catalogue/listed-product.ts'
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
import { optionalReference, optionalText } from '../../lib/text-input.ts'
import { MAX_BODY_BYTES } from '../../http/create-server.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { rawJsonList } from '../../database/paging/index.ts'
import { assumesField, assumesOf, atParameter, customerParameter } from './prices.ts'
import { Product, ProductWithNames, UpsertProducts, withCleared } from './product-schema.ts'

const MAX_PAGE = 50

const ListParameters = z.object({
  q: optionalText(200).describe('Searches SKU, GTIN, manufacturer reference, name, brand, category and description.'),
  category: optionalReference().describe('A category id.'),
  brand: optionalReference().describe('A brand id.'),
  availability: optionalWord(AVAILABILITY).describe('Only products with this availability.'),
  active: optionalFlag().describe(
    'True: only active products. False: only inactive products. With a customer, only active products are listed.',
  ),
  customer: customerParameter.describe(
    'A customer, by id or account code: lists the products that this customer can see, with the prices of this customer.',
  ),
  updatedSince: optionalTime()
    .describe(
      'For delta syncs: only products that were created or changed at or after this time. They are sorted by the time ' +
        'of the last change, then by id; with `q`, best match first. A published list price is a change. A change of ' +
        'customer terms, or of the name of a brand or category, is not. For the next sync, send the latest `updatedAt` ' +
        'of this one: no change appears later with an earlier time, and some products come twice. A product that ' +
        'changes during paging moves to the end of the list, and the products behind it move up. So if the last page ' +
        'shows a change that is newer than the begin of the sync, read all pages again from the same time.',
    )
    .meta({ examples: ['2026-12-01T06:00:00.000Z'] }),
  at: atParameter,
  ...pageParameters(MAX_PAGE),
})

const UpsertResult = z
  .object({
    created: z.int().meta({ description: 'New products.', examples: [2] }),
    updated: z.int().meta({ description: 'Products that existed before the call, changed or not.', examples: [98] }),
    priceChanges: z.int().meta({ description: 'Products whose new price went into the draft.', examples: [5] }),
    priceChangeId: z.uuid().nullable().meta({ description: 'Id of the draft price change. Null if no price changed.' }),
    unknownCustomers: z
      .array(z.string())
      .meta({ description: 'Up to 50 entries of `onlyFor` that match no customer.', examples: [['ACME-OLD']] }),
  })
  .meta({ id: 'UpsertResult' })

const operation = operationsOf('Products')

export const productRoutes: RoutePlugin = async (app) => {
  app.get(
    '/products',
    operation('listProducts', 'List or search products', {
      description:
        'Sorted by name; with `updatedSince` by the time of the last change; with `q` by relevance. The tiers of ' +
        'relevance are: the same code, codes with this prefix, names with this prefix, then products that have all ' +
        'the words.',
      querystring: ListParameters,
      answer: pricedEnvelope(z.array(Product)).extend(nextOffsetField).extend(assumesField).meta({ id: 'ProductList' }),
    }),
    async ({ workspace, currency, query }, reply) => {
      const products = await listProducts(workspace, query)
      return sendRawJson(reply, rawJsonList(products), {
        nextOffset: nextOffset(products, query),
        currency,
        ...(await assumesOf(workspace, query.at)),
      })
    },
  )

  app.get(
    '/products/:id([^/]+)',
    operation('readProduct', 'One product with its price', {
      description:
        'With a customer: at the price of this customer; `not_found` if this customer cannot see the product.',
      params: z.object({ id: z.string().meta({ format: 'uuid', description: 'A product id.' }) }),
      querystring: z.object({
        customer: customerParameter,
        qty: integerParameter(1, MAX_QTY, 1).describe('The quantity to price. Default: 1.'),
        at: atParameter,
      }),
      answer: pricedEnvelope(ProductWithNames).extend(assumesField),
    }),
    async ({ workspace, currency, params, query }, reply) =>
      sendRawJson(reply, await readProduct(workspace, { ...params, ...query }), {
        currency,
        ...(await assumesOf(workspace, query.at, params.id)),
      }),
  )

  app.put(
    '/products',
    operation('upsertProducts', 'Send up to 100 products', {
      config: { scope: 'write', kind: 'heavy' },
      description:
        'Creates or updates products by SKU. Atomic: the service writes all rows or none. Idempotent: a repeat ' +
        'changes no product. An existing product keeps its list price: a different price goes into a draft price ' +
        'change, and the answer has its id. Send this id with the next calls to collect all price changes of a sync ' +
        'in one draft, or give the draft a name of your own, `priceChangeKey`, which no retry doubles. Without either, ' +
        'each call with changed prices starts a draft of its own.',
      body: UpsertProducts,
      bodyLimit: MAX_BODY_BYTES,
      answer: envelope(UpsertResult),
    }),
    async ({ workspace, body: { products, ...rest } }) => ({
      data: await upsertProducts(workspace, { ...rest, products: products.map(withCleared) }),
    }),
  )
}

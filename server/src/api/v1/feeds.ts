import { z } from 'zod'
import { readProductFeed } from '../../catalogue/product-feed.ts'
import { readCustomerFeed } from '../../customers/customer-rows.ts'
import { rawJsonList } from '../../database/paging/index.ts'
import { currencyField, envelope, sendRawJson } from '../../http/envelope.ts'
import { integerParameter } from '../../http/input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { optionalText } from '../../lib/text-input.ts'
import { readOrderFeed } from '../../orders/read-order.ts'
import { readPriceFeed } from '../../pricing/feed/read-price-feed.ts'
import { Customer } from './customers.ts'
import { OrderWithLines } from './orders.ts'
import { customerParameter, Price } from './prices.ts'
import { ProductWithNames } from './product-schema.ts'

/** Entries of a page, where the call does not say. */
const PAGE = 100
/** More than the longest cursor. */
const MAX_CURSOR = 2_000

function parameters(maxLimit: number) {
  return z.object({
    cursor: optionalText(MAX_CURSOR).describe('A `nextCursor`, or `start`. Default: from now on.'),
    limit: integerParameter(1, maxLimit, PAGE).describe(`Entries of an answer, at most. Default: ${PAGE}.`),
  })
}

function feedOf<Entry extends z.ZodType>(entry: Entry) {
  return envelope(z.array(entry)).extend({
    nextCursor: z.string().meta({ description: 'For the next call. It has no meaning besides.' }),
    hasMore: z.boolean().meta({ description: 'True if more is known already.' }),
  })
}

/** How a feed is followed: the same for all. `all`: what comes first; `changes`: what comes then. */
function followed(all: string, changes: string): string {
  return (
    `Begin with \`cursor=start\`: ${all} as they stand, then ${changes}, oldest change first. Send the \`nextCursor\` of ` +
    'each answer with the next call, at once while `hasMore` is true. Each entry is shown as it is now, and can come ' +
    'several times. Without a cursor, the answer is empty, and its `nextCursor` is for the changes from now on. A ' +
    'cursor can be followed for 400 days. After a restore from a backup, one that is older than the backup goes on ' +
    'exactly. One that is newer may know what is lost: then the answer is `410`, as after 400 days. Begin with ' +
    '`cursor=start` again, and drop what does not come.'
  )
}

const at = z.iso.datetime().meta({ description: 'When it changed; while all are read, when that began.' })
const deleted = z.boolean().meta({ description: 'True once it is deleted.' })

const FeedEntry = z
  .object({
    productId: z.uuid(),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    at,
    visible: z.boolean().meta({
      description:
        'Whether the customer sees the product; without a customer, whether it is active. False too once it is deleted.',
    }),
    price: Price.omit({ line: true })
      .nullable()
      .meta({ description: 'Null where it is not visible, or has no price.' }),
    breaks: z
      .array(z.object({ minQty: z.int(), unit: z.int() }))
      .meta({ description: 'Other prices of one unit from larger quantities, in minor units.' }),
  })
  .meta({ id: 'FeedEntry', description: 'The present price of a product, and when it changed.' })

const ProductFeedEntry = z
  .object({
    productId: z.uuid(),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    at,
    deleted,
    product: ProductWithNames.nullable().meta({ description: 'At its list price. Null once it is deleted.' }),
  })
  .meta({ id: 'ProductFeedEntry', description: 'A product as it is now, and when it changed.' })

const OrderFeedEntry = z
  .object({
    id: z.uuid(),
    number: z.int().meta({ description: 'Order number for people.', examples: [1042] }),
    at,
    order: OrderWithLines,
  })
  .meta({ id: 'OrderFeedEntry', description: 'An order as it is now, and when it changed.' })

const CustomerFeedEntry = z
  .object({
    customerId: z.uuid(),
    accountCode: z
      .string()
      .nullable()
      .meta({ examples: ['CASTLE01'] }),
    at,
    deleted,
    customer: Customer.nullable().meta({ description: 'As lists show it. Null once it is deleted.' }),
  })
  .meta({ id: 'CustomerFeedEntry', description: 'A customer as it is now, and when it changed.' })

export const feedRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-feed',
    operation('readPriceFeed', 'What changed of prices since the last call', {
      description:
        'For a system that keeps its own copy of the prices of a customer, or without `customer` of list prices. ' +
        followed(
          'all products',
          'every product whose price, visibility or quantity breaks may have changed, also where only time changed them',
        ),
      tags: ['Prices'],
      querystring: parameters(500).extend({ customer: customerParameter }),
      answer: feedOf(FeedEntry).extend(currencyField).meta({ id: 'PriceFeed' }),
    }),
    async ({ workspace, currency, query }) => ({ ...(await readPriceFeed(workspace, query)), currency }),
  )

  app.get(
    '/product-feed',
    operation('readProductFeed', 'What changed of products since the last call', {
      config: { kind: 'lines' },
      description:
        'For a system that keeps its own copy of the products, each as `GET /products/{id}` gives it. ' +
        followed(
          'all products',
          'every product that was created, changed or deleted, also by its list price or the name of its brand or category',
        ),
      tags: ['Products'],
      querystring: parameters(500),
      answer: feedOf(ProductFeedEntry).extend(currencyField).meta({ id: 'ProductFeed' }),
    }),
    async ({ workspace, currency, query }, reply) => {
      const { data, ...rest } = await readProductFeed(workspace, query)
      return sendRawJson(reply, rawJsonList(data), { ...rest, currency })
    },
  )

  app.get(
    '/order-feed',
    operation('readOrderFeed', 'What changed of orders since the last call', {
      config: { kind: 'lines' },
      description:
        'For a system that takes orders over, each whole as `GET /orders/{id}` gives it. An answer has fewer orders than ' +
        'its limit where they have very many lines. ' +
        followed(
          'all orders',
          'every order that was placed or changed in any way, such as its status, its lines or its tracking',
        ),
      tags: ['Orders'],
      querystring: parameters(100),
      answer: feedOf(OrderFeedEntry).meta({ id: 'OrderFeed' }),
    }),
    async ({ workspace, query }) => readOrderFeed(workspace, query),
  )

  app.get(
    '/customer-feed',
    operation('readCustomerFeed', 'What changed of customers since the last call', {
      description:
        'For a system that keeps its own copy of the customers. Each is as `GET /customers` gives it, without its terms ' +
        'and buyers, of which there may be thousands: read `GET /customers/{id}` where you need them. ' +
        followed(
          'all customers',
          'every customer that was created, changed or deleted, also by its own discounts, agreed prices and buyers. What ' +
            'only its price group gets does not count',
        ),
      tags: ['Customers'],
      querystring: parameters(100),
      answer: feedOf(CustomerFeedEntry).extend(currencyField).meta({ id: 'CustomerFeed' }),
    }),
    async ({ workspace, currency, query }) => ({ ...(await readCustomerFeed(workspace, query)), currency }),
  )
}

import { z } from 'zod'
import { readPriceFeed } from '../../pricing/feed/read-price-feed.ts'
import { currencyField, envelope } from '../../http/envelope.ts'
import { integerParameter } from '../../http/input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { optionalText } from '../../lib/text-input.ts'
import { customerParameter, Price } from './price-schema.ts'

const MAX_PAGE = 500
/** More than the longest cursor. */
const MAX_CURSOR = 2_000

const FeedEntry = z
  .object({
    productId: z.uuid(),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    at: z.iso.datetime().meta({ description: 'When it changed; while all products are walked, when the walk began.' }),
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

export const priceFeedRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-feed',
    operation('readPriceFeed', 'What changed of prices since the last call', {
      description:
        'For a system that keeps its own copy of the prices of a customer, or without `customer` of list prices. Begin ' +
        'with `cursor=start`: all products as they stand, then every product whose price, visibility or quantity breaks ' +
        'may have changed, oldest first, also where only time changed them. Send the `nextCursor` of each answer with ' +
        'the next call, at once while `hasMore` is true. Each product is shown at its present price, and can come ' +
        'several times. Without a cursor, the answer is empty, and its `nextCursor` is for the changes from now on. A ' +
        'cursor can be followed for 400 days. After a restore from a backup, one that is older than the backup goes on ' +
        'exactly. One that is newer may know prices that are lost: then the answer is `410`, as after 400 days. Begin ' +
        'with `cursor=start` again, and drop what does not come.',
      tags: ['Prices'],
      querystring: z.object({
        customer: customerParameter,
        cursor: optionalText(MAX_CURSOR).describe('A `nextCursor`, or `start`. Default: from now on.'),
        limit: integerParameter(1, MAX_PAGE, 100).describe('Products of an answer. Default: 100.'),
      }),
      answer: envelope(z.array(FeedEntry)).extend({
        nextCursor: z.string().meta({ description: 'For the next call. It has no meaning besides.' }),
        hasMore: z.boolean().meta({ description: 'True if more is known already.' }),
        ...currencyField,
      }),
    }),
    async ({ workspace, currency, query }) => ({ ...(await readPriceFeed(workspace, query)), currency }),
  )
}

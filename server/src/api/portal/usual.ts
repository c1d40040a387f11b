import { z } from 'zod'
import { nextOffsetField, page, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { readUsual } from '../../portal/usual.ts'
import { BuyersProduct } from './products.ts'

const MAX_PAGE = 100

const operation = operationsOf('Catalogue')

export const UsualProduct = z
  .object({
    sku: z.string().meta({ description: 'As it was when it was ordered, like `name`.' }),
    name: z.string(),
    isDue: z.boolean().meta({
      description: 'Whether it is in the last order, or in two of the last four. These come first.',
    }),
    product: BuyersProduct.nullable().meta({ description: 'Null where the customer does not see it now.' }),
    last: z
      .object({
        orderId: z.uuid(),
        at: z.iso.datetime(),
        qty: z.int(),
        unit: z.int().meta({ description: 'The price of one unit then, in minor units.' }),
      })
      .meta({ description: 'How it was ordered last.' }),
  })
  .meta({ id: 'UsualProduct', description: 'A product that the customer has ordered.' })

export const usualRoutes: RoutePlugin = async (app) => {
  app.get(
    '/usual',
    operation('listUsualProducts', 'What the customer orders: what is due first, then the most usual first', {
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pricedEnvelope(z.array(UsualProduct)).extend(nextOffsetField),
    }),
    async ({ buyer, query, currency }) => ({ ...page(await readUsual(buyer, query), query), currency }),
  )
}

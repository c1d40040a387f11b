import { z } from 'zod'
import { pricedEnvelope } from '../../http/envelope.ts'
import { integerParameter } from '../../http/input.ts'
import { reference } from '../../lib/text-input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { explainPrice } from '../../catalogue/explain-price.ts'
import { MAX_QTY } from '../../shared/limits.ts'
import { assumesField, assumesOf, atParameter, Price, PriceCandidate } from './price-schema.ts'

export const ExplainedPrice = z
  .object({
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    productId: z.uuid(),
    name: z.string().meta({ examples: ['Azure dinner plate 26 cm'] }),
    customer: z.object({
      id: z.uuid(),
      accountCode: z
        .string()
        .nullable()
        .meta({ examples: ['CASTLE01'] }),
      name: z.string().meta({ examples: ['Castle Lane Cafés'] }),
    }),
    qty: z.int().meta({ examples: [1] }),
    price: Price,
    candidates: z.array(PriceCandidate).meta({ description: 'In the order of evaluation.' }),
    visible: z.boolean().meta({ description: 'True if this customer can see the product.' }),
  })
  .meta({ id: 'ExplainedPrice', description: 'The price of a product for a customer, with its explanation.' })

export const priceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/prices',
    operation('explainPrice', 'The price of a SKU for a customer, explained', {
      description:
        'The price at a quantity, now or at another time, with every other price that was considered, and why that one ' +
        'does not apply.',
      tags: ['Prices'],
      querystring: z.object({
        customer: reference().describe('A customer, by id or account code (ignoring case).'),
        sku: reference().describe('A stock code (SKU), ignoring case.'),
        qty: integerParameter(1, MAX_QTY, 1).describe('The quantity to price. Default: 1.'),
        at: atParameter,
      }),
      answer: pricedEnvelope(ExplainedPrice).extend(assumesField),
    }),
    async ({ workspace, currency, query }) => {
      const data = await explainPrice(workspace, query)
      return { data, currency, ...(await assumesOf(workspace, query.at, data.productId)) }
    },
  )
}

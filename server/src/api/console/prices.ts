import { z } from 'zod'
import { explainForStaff } from '../../catalogue/explain-for-staff.ts'
import { MAX_QTY } from '../../shared/limits.ts'
import { pricedEnvelope } from '../../http/envelope.ts'
import { integerParameter } from '../../http/input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { optionalText, reference } from '../../lib/text-input.ts'
import { ExplainedPrice } from '../v1/prices.ts'
import { QuantityBreak } from './product-schema.ts'

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

export const priceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/prices',
    operation('explainPrice', 'The price of a product for a customer on a day, explained', {
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

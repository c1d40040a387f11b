import { z } from 'zod'
import { pricedEnvelope } from '../../http/envelope.ts'
import { integerParameter, reference } from '../../http/input.ts'
import { explainPrice } from '../../catalogue/explain-price.ts'
import type { RoutePlugin } from './index.ts'
import { Price, PriceSource } from './price-schema.ts'

export const PriceCandidate = z
  .object({
    source: PriceSource,
    label: z.string().meta({ examples: ['12.5% off Hollin'] }),
    unit: z
      .int()
      .nullable()
      .meta({ description: 'Minor units for one.', examples: [2231] }),
    discountBp: z.int().meta({ examples: [1250] }),
    minQty: z.int().meta({ description: 'The quantity from which it applies.', examples: [1] }),
    applied: z.boolean().meta({ description: 'True for the one that won.' }),
    reason: z.string().meta({ description: 'Why it won, or what it lost to.', examples: ['Nothing comes before it.'] }),
  })
  .meta({ id: 'PriceCandidate', description: 'A price that was considered.' })

const ExplainedPrice = z
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
    candidates: z.array(PriceCandidate).meta({ description: 'In the order in which they are considered.' }),
    visible: z.boolean().meta({ description: 'Whether this customer can see the product.' }),
  })
  .meta({ id: 'ExplainedPrice', description: 'What a customer pays for a product, and why.' })

export const priceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/prices',
    {
      schema: {
        operationId: 'explainPrice',
        summary: 'The price of a SKU for a customer, explained',
        description: 'The price at a quantity, with every other price that was considered and what it lost to.',
        tags: ['Prices'],
        querystring: z.object({
          customer: reference().describe('A customer, by id or account code (in any case).'),
          sku: reference().describe('A stock code, in any case.'),
          qty: integerParameter(1, 1_000_000, 1).describe('The quantity to price; 1 unless said.'),
        }),
        response: { 200: pricedEnvelope(ExplainedPrice) },
      },
    },
    async ({ workspace, currency, query }) => ({ data: await explainPrice(workspace, query), currency }),
  )
}

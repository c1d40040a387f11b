import { z } from 'zod'
import { pricedEnvelope } from '../../http/envelope.ts'
import { integerParameter, optionalTime } from '../../http/input.ts'
import { reference } from '../../lib/text-input.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { explainPrice } from '../../catalogue/explain-price.ts'
import { MAX_QTY } from '../../shared/limits.ts'
import { assumedChanges } from '../../pricing/price-changes/price-change-basis.ts'
import type { WorkspaceContext } from '../../context.ts'
import { PRICE_SOURCES } from '../../database/column-values.ts'

const PriceSource = z.enum(PRICE_SOURCES).meta({
  examples: ['brand'],
  description:
    'The source of the price: an agreed price, a discount on the brand, on the category or on all products ' +
    '(`customer`), or the list price. Of a line of an order also `manual`: a price that staff ' +
    'have set by hand, or `quote`: the price of the quote that was ordered.',
})

export const Price = z
  .object({
    unit: z
      .int()
      .nullable()
      .meta({
        description: 'Price of one unit in minor units, before tax. Null if the product has no price.',
        examples: [2231],
      }),
    line: z.int().meta({ description: '`unit` times the quantity. 0 without a price.', examples: [2231] }),
    list: z.int().meta({ description: 'The list price, in minor units. 0 if there is none.', examples: [2550] }),
    discountBp: z.int().meta({ description: 'The discount, in basis points: 1250 means 12.5%.', examples: [1250] }),
    source: PriceSource,
    label: z
      .string()
      .meta({ description: 'Explanation for people. Empty for the list price.', examples: ['12.5% off Hollin'] }),
  })
  .meta({ id: 'Price', description: 'The price of a product, with its source.' })

/** A blank one is refused: whoever sends it means a customer, and would get other prices than that one's. */
export const customerParameter = reference('Must not be blank. Leave it out to get list prices.')
  .optional()
  .describe('A customer, by id or account code (ignoring case).')

export const atParameter = optionalTime()
  .describe(
    'The time that prices are of, at most two years ahead. Default: now. A later time assumes that what is scheduled ' +
      'happens: list prices, and agreed prices that start or end. An earlier time has what held then; for a customer ' +
      'from the time on from which terms are kept, which the error tells. Which products match, who sees them and ' +
      'what they are called is as it is now.',
  )
  .meta({ examples: ['2027-01-05T00:00:00.000Z'] })

/** What an answer with prices of a later time has besides. */
export const assumesField = {
  assumes: z
    .array(z.object({ priceChangeId: z.uuid(), name: z.string(), scheduledFor: z.iso.datetime() }))
    .optional()
    .meta({
      description:
        'Only with `at`: the scheduled price changes that the prices assume to be published by then, the first ' +
        'hundred in their order.',
    }),
}

/** Its value: of one product, or of all. */
export async function assumesOf(workspace: WorkspaceContext, at: Date | undefined, productId?: string) {
  return at && { assumes: await assumedChanges(workspace, { at, productId }) }
}

export const PriceCandidate = z
  .object({
    source: PriceSource,
    label: z.string().meta({ examples: ['12.5% off Hollin'] }),
    unit: z
      .int()
      .nullable()
      .meta({ description: 'Price of one unit, in minor units.', examples: [2231] }),
    discountBp: z.int().meta({ examples: [1250] }),
    minQty: z.int().meta({ description: 'The smallest quantity that gets this price.', examples: [1] }),
    applied: z.boolean().meta({ description: 'True for the price that applies.' }),
    reason: z
      .string()
      .meta({ description: 'Why this price applies, or why it does not.', examples: ['Nothing comes before it.'] }),
  })
  .meta({ id: 'PriceCandidate', description: 'A price that was considered.' })

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

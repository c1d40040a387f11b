import { z } from 'zod'
import { nextOffset, nextOffsetField, page, pageOf, pageParameters, pricedEnvelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { listPriceChanges, PRICE_CHANGE_WINDOW } from '../../pricing/price-changes/list-price-changes.ts'
import { previewPriceChange } from '../../pricing/price-changes/preview-price-change.ts'
import { customerParameter } from './prices.ts'
import { PRICE_CHANGE_STATUSES } from '../../database/column-values.ts'
import { Actor } from './activity.ts'

export const PriceChange = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: 'Name of the API key that created it.', examples: ['ERP sync'] }),
    status: z.enum(PRICE_CHANGE_STATUSES).meta({ examples: ['draft'] }),
    lineCount: z.int().meta({ description: 'Number of products with a new price.', examples: [98] }),
    scheduledFor: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'The time of the scheduled publication. Null if it was never scheduled.',
        examples: [null],
      }),
    createdAt: z.iso.datetime(),
    createdBy: Actor,
    publishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'PriceChange', description: 'List-price changes that take effect together, when they are published.' })

const PriceChangeLine = z
  .object({
    productId: z.uuid(),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    name: z.string().meta({ examples: ['Azure dinner plate 26 cm'] }),
    currentPrice: z
      .int()
      .nullable()
      .meta({
        description:
          'The present list price, in minor units. Null if the product has none. For a published change: the list price before it.',
        examples: [2550],
      }),
    newPrice: z.int().meta({ description: 'Minor units.', examples: [2652] }),
    changeBp: z
      .int()
      .nullable()
      .meta({
        description: 'The change in basis points of the current price. Null if that price is 0 or missing.',
        examples: [400],
      }),
  })
  .meta({ id: 'PriceChangeLine' })

export const PreviewedLine = PriceChangeLine.extend({
  customerBefore: z
    .int()
    .nullable()
    .optional()
    .meta({
      description:
        'With a customer: the price of one unit for this customer at the current list price, in minor units.',
      examples: [2231],
    }),
  customerAfter: z
    .int()
    .nullable()
    .optional()
    .meta({
      description: 'With a customer: the price of one unit for this customer at the new list price, in minor units.',
      examples: [2321],
    }),
}).meta({ id: 'PreviewedPriceChangeLine' })

/** Of an agreed price that is higher than the new list price. */
const inverted = {
  productId: z.uuid(),
  sku: z.string().meta({ examples: ['HOL-1107'] }),
  unit: z.int().meta({ description: 'The agreed price of one unit, in minor units.', examples: [2300] }),
  newPrice: z.int().meta({ description: 'The new list price, in minor units.', examples: [2240] }),
  minQty: z.int().meta({ description: 'The smallest quantity that gets this price.', examples: [1] }),
}

const InvertedAgreedPrice = z
  .object({
    id: z.uuid().meta({ description: 'Id of the agreed price.' }),
    customerId: z.uuid(),
    accountCode: z
      .string()
      .nullable()
      .meta({ examples: ['CASTLE01'] }),
    customer: z.string().meta({ description: 'Name of the customer.', examples: ['Castle Lane Cafés'] }),
    ...inverted,
  })
  .meta({ id: 'InvertedAgreedPrice', description: 'An agreed price that is higher than the new list price.' })

const InvertedGroupPrice = z
  .object({
    id: z.uuid().meta({ description: 'Id of the agreed price.' }),
    groupId: z.uuid(),
    group: z.string().meta({ description: 'Name of the price group.', examples: ['Gold'] }),
    ...inverted,
  })
  .meta({ id: 'InvertedGroupPrice', description: 'The same of a price group: all of its customers may pay it.' })

export const PriceChangeSummary = z
  .object({
    increased: z.int().meta({ description: 'Lines that raise a price.', examples: [90] }),
    decreased: z.int().meta({ description: 'Lines that lower a price.', examples: [6] }),
    unchanged: z.int().meta({ description: 'Lines whose new price equals the current price.', examples: [2] }),
    deleted: z.int().meta({ description: 'Lines whose product is deleted. Publishing skips them.', examples: [0] }),
    averageChangeBp: z
      .int()
      .nullable()
      .meta({ description: 'The average over all lines with a `changeBp`. Null if no line has one.', examples: [380] }),
    largestIncrease: PriceChangeLine.nullable().meta({ description: 'The line with the largest `changeBp` above 0.' }),
    largestDecrease: PriceChangeLine.nullable().meta({ description: 'The line with the lowest `changeBp` below 0.' }),
    customers: z
      .object({
        payMore: z
          .int()
          .meta({ description: 'Customers with at least one higher price and no lower price.', examples: [31] }),
        payLess: z
          .int()
          .meta({ description: 'Customers with at least one lower price and no higher price.', examples: [2] }),
        mixed: z.int().meta({ description: 'Customers with higher and lower prices.', examples: [4] }),
        paySame: z.int().meta({
          description:
            'Customers with no other price: they do not see the products, have agreed prices, or rounding hides the change.',
          examples: [3],
        }),
      })
      .meta({
        description:
          'All active customers, each counted once. A customer is counted by its prices at a quantity of 1, for all products that it can see.',
      }),
    shieldedLines: z.int().meta({
      description:
        'Lines with a price change that does not affect at least one customer, because that customer has an agreed price.',
      examples: [5],
    }),
    inverted: z
      .object({
        count: z.int().meta({ examples: [1] }),
        listed: z
          .array(InvertedAgreedPrice)
          .meta({ description: 'Those of customers among the first 50 of them, sorted by SKU.' }),
        ofGroups: z.array(InvertedGroupPrice).meta({ description: 'Those of price groups among the first 50.' }),
      })
      .meta({
        description: 'Agreed prices that are higher than the new list price: at any quantity, current or future.',
      }),
  })
  .meta({ id: 'PriceChangeSummary', description: 'The effect of all lines, and which customers they affect.' })

const PriceChangePreview = PriceChange.extend({
  fingerprint: z.string().meta({
    description:
      'A hash of all data that the preview is computed from. Publish with it to be sure that nothing changed since the preview.',
    examples: ['3f0c9a7d21be-91d4e2a07c55-b8e61f0a43d2'],
  }),
  summary: PriceChangeSummary,
  lines: z.array(PreviewedLine).meta({ description: 'A page of the lines, sorted by SKU.' }),
}).meta({ id: 'PriceChangePreview', description: 'A price change and its effect.' })

const MAX_PAGE = 100

const operation = operationsOf('Price changes')

export const priceChangeRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-changes',
    operation('listPriceChanges', 'Price changes, newest first', {
      description: 'The 100 newest price changes. To publish, schedule or cancel one, use the application.',
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(PriceChange).meta({ id: 'PriceChangeList' }),
    }),
    async ({ workspace, query }) =>
      page(await listPriceChanges(workspace, { ...query, window: PRICE_CHANGE_WINDOW }), query),
  )

  app.get(
    '/price-changes/:id([^/]+)',
    operation('previewPriceChange', 'Preview of a price change', {
      description:
        'The lines with the present and the new list prices, and a summary of the affected customers. With a ' +
        'customer, also the prices of this customer before and after. All prices are for a quantity of 1, with the ' +
        'terms that apply now; for a scheduled change, with the terms that apply at its time. `limit` and `offset` ' +
        'select a page of the lines. The summary covers all lines.',
      params: z.object({ id: z.string().meta({ format: 'uuid', description: 'A price change id.' }) }),
      querystring: z.object({ customer: customerParameter, ...pageParameters(MAX_PAGE) }),
      answer: pricedEnvelope(PriceChangePreview).extend(nextOffsetField),
    }),
    async ({ workspace, currency, params, query }) => {
      const data = await previewPriceChange(workspace, { ...params, ...query })
      return { data, nextOffset: nextOffset(data.lines, query), currency }
    },
  )
}

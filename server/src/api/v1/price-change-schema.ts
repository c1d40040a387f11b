import { z } from 'zod'
import { PRICE_CHANGE_STATUSES } from '../../database/column-values.ts'
import { Actor } from './actor-schema.ts'

export const PriceChange = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: 'That of the key that started it.', examples: ['ERP sync'] }),
    status: z.enum(PRICE_CHANGE_STATUSES).meta({ examples: ['draft'] }),
    lineCount: z.int().meta({ description: 'How many products it has a new price for.', examples: [98] }),
    scheduledFor: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it is, or was, to be published by itself.', examples: [null] }),
    createdAt: z.iso.datetime(),
    createdBy: Actor,
    publishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'PriceChange', description: 'New list prices that come to hold together, once they are published.' })

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
          'The list price now, in minor units; null while there is none. Of a published change: the one it replaced.',
        examples: [2550],
      }),
    newPrice: z.int().meta({ description: 'Minor units.', examples: [2652] }),
    changeBp: z
      .int()
      .nullable()
      .meta({
        description: 'The change in basis points of the current price; null where that is 0 or missing.',
        examples: [400],
      }),
  })
  .meta({ id: 'PriceChangeLine' })

const PreviewedLine = PriceChangeLine.extend({
  customerBefore: z
    .int()
    .nullable()
    .optional()
    .meta({
      description: 'With a customer: what that customer pays for one at the current list price, in minor units.',
      examples: [2231],
    }),
  customerAfter: z
    .int()
    .nullable()
    .optional()
    .meta({
      description: 'With a customer: what that customer pays for one at the new list price.',
      examples: [2321],
    }),
}).meta({ id: 'PreviewedPriceChangeLine' })

const InvertedAgreedPrice = z
  .object({
    id: z.uuid().meta({ description: 'Of the agreed price.' }),
    customerId: z.uuid(),
    accountCode: z
      .string()
      .nullable()
      .meta({ examples: ['CASTLE01'] }),
    customer: z.string().meta({ description: 'Name of the customer.', examples: ['Castle Lane Cafés'] }),
    productId: z.uuid(),
    sku: z.string().meta({ examples: ['HOL-1107'] }),
    unit: z.int().meta({ description: 'The agreed price of one, in minor units.', examples: [2300] }),
    newPrice: z.int().meta({ description: 'The list price to be, in minor units.', examples: [2240] }),
    minQty: z.int().meta({ description: 'The quantity from which it applies.', examples: [1] }),
  })
  .meta({ id: 'InvertedAgreedPrice', description: 'A price agreed with a customer that is above the new list price.' })

const Summary = z
  .object({
    increased: z.int().meta({ description: 'Lines that raise a price.', examples: [90] }),
    decreased: z.int().meta({ description: 'Lines that lower one.', examples: [6] }),
    unchanged: z.int().meta({ description: 'Lines whose new price is the current one.', examples: [2] }),
    deleted: z
      .int()
      .meta({ description: 'Lines whose product has been deleted: publishing leaves them out.', examples: [0] }),
    averageChangeBp: z
      .int()
      .nullable()
      .meta({ description: 'Of all lines that have a `changeBp`; null where none has.', examples: [380] }),
    largestIncrease: PriceChangeLine.nullable().meta({ description: 'The line with the largest `changeBp` above 0.' }),
    largestDecrease: PriceChangeLine.nullable().meta({ description: 'The line with the lowest `changeBp` below 0.' }),
    customers: z
      .object({
        payMore: z.int().meta({ description: 'At least one line is dearer, and none is cheaper.', examples: [31] }),
        payLess: z.int().meta({ description: 'At least one line is cheaper, and none is dearer.', examples: [2] }),
        mixed: z.int().meta({ description: 'Some lines are dearer and some are cheaper.', examples: [4] }),
        paySame: z.int().meta({
          description: 'No line makes a difference: not seen, covered by agreed prices, or lost in rounding.',
          examples: [3],
        }),
      })
      .meta({
        description:
          'All active customers, each counted once, by what each of them pays for one of every product they can see.',
      }),
    shieldedLines: z.int().meta({
      description: 'Lines that change a price which at least one customer does not feel, paying an agreed one for it.',
      examples: [5],
    }),
    inverted: z
      .object({
        count: z.int().meta({ examples: [1] }),
        listed: z.array(InvertedAgreedPrice).meta({ description: 'Up to 50 of them, by SKU.' }),
      })
      .meta({ description: 'Agreed prices, at any quantity and not over yet, that are above the new list price.' }),
  })
  .meta({ id: 'PriceChangeSummary', description: 'All lines together, and what they mean for customers.' })

export const PriceChangePreview = PriceChange.extend({
  fingerprint: z.string().meta({
    description:
      'Of all that this is computed from. Publishing can be made to depend on it, so that nothing has moved.',
    examples: ['3f0c9a7d21be-91d4e2a07c55-b8e61f0a43d2'],
  }),
  summary: Summary,
  lines: z.array(PreviewedLine).meta({ description: 'A page of its lines, in the order of their SKUs.' }),
}).meta({ id: 'PriceChangePreview', description: 'A price change, and what it does or did.' })

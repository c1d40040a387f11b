import { z } from 'zod'
import { optionalReference } from '../../text-input.ts'
import { PRICE_SOURCES } from '../../database/column-values.ts'

export const PriceSource = z.enum(PRICE_SOURCES).meta({
  examples: ['brand'],
  description:
    'Where the price comes from: a price agreed with the customer, a discount on the brand, on the category or on ' +
    'everything, or the list.',
})

export const Price = z
  .object({
    unit: z
      .int()
      .nullable()
      .meta({
        description: 'Minor units for one, before tax; null while the product has no price.',
        examples: [2231],
      }),
    line: z.int().meta({ description: '`unit` times the quantity; 0 without a price.', examples: [2231] }),
    list: z.int().meta({ description: 'The list price, in minor units; 0 when there is none.', examples: [2550] }),
    discountBp: z.int().meta({ description: 'The discount, in basis points: 1250 is 12.5%.', examples: [1250] }),
    source: PriceSource,
    label: z
      .string()
      .meta({ description: 'Why it is this price, for people; empty for list.', examples: ['12.5% off Hollin'] }),
  })
  .meta({ id: 'Price', description: 'What one product costs, and where that price comes from.' })

export const customerParameter = optionalReference().describe('A customer, by id or account code (in any case).')

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

import { z } from 'zod'
import { optionalReference } from '../../text-input.ts'
import { PRICE_SOURCES } from '../../database/column-values.ts'

const PriceSource = z.enum(PRICE_SOURCES).meta({
  examples: ['brand'],
  description:
    'The source of the price: an agreed price, a discount on the brand, on the category or on all products ' +
    '(`customer`), or the list price.',
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

export const customerParameter = optionalReference().describe('A customer, by id or account code (ignoring case).')

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

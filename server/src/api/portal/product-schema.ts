import { z } from 'zod'
import { Picture } from '../picture-schema.ts'
import { PriceCandidate } from '../v1/price-schema.ts'
import type { BuyersProduct as ProductOfBuyer, WithImage } from '../../portal/buyers-product.ts'
import type { Facets } from '../../portal/browsing/catalogue-facets.ts'
import { AVAILABILITY } from '../../database/column-values.ts'

export const BuyersPrice = z
  .object({
    unit: z.int().nullable().meta({ description: 'Minor units, before tax. Null if the product has no price.' }),
    line: z.int().meta({ description: '`unit` times the quantity. 0 without a price.' }),
    label: z.string().meta({
      description:
        'What the price follows from. Empty for the list price. The percentage of a discount is in it only where the ' +
        'wholesaler shows list prices.',
    }),
    list: z.int().nullable().meta({ description: 'The list price; null unless the wholesaler shows it.' }),
  })
  .meta({ id: 'BuyersPrice', description: 'What a buyer may know of a price.' })

const ComingPrice = z
  .object({
    unit: z.int().nullable().meta({ description: 'Minor units for one. Null where there will be no price.' }),
    from: z.iso.datetime(),
  })
  .meta({ id: 'ComingPrice', description: 'A price that is scheduled or agreed, and from when on it holds.' })

/** A field of what has a price. */
export const COMING = {
  coming: ComingPrice.nullable()
    .optional()
    .meta({ description: 'The next price. Left out where the wholesaler tells no coming prices.' }),
}

export const QuantityBreak = z.object({ qty: z.int(), unit: z.int() }).meta({ id: 'NextBreak' })

export const buyersAvailability = {
  availability: z.enum(AVAILABILITY).nullable().meta({ description: 'Null where the wholesaler does not show it.' }),
  leadTimeNote: z.string().nullable(),
}

export const BuyersProduct = z
  .object({
    id: z.uuid(),
    sku: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    brandId: z.uuid().nullable(),
    categoryId: z.uuid().nullable(),
    manufacturerRef: z.string().nullable(),
    unitLabel: z.string(),
    minOrderQty: z.int(),
    orderMultiple: z.int(),
    ...buyersAvailability,
    details: z.record(z.string(), z.string()),
    image: Picture.nullable(),
    price: BuyersPrice,
    ...COMING,
    breaks: z
      .array(z.object({ minQty: z.int(), unit: z.int(), ...COMING }))
      .meta({ description: 'Other prices of one unit from larger quantities, in minor units.' }),
  } satisfies Record<keyof WithImage<ProductOfBuyer>, z.ZodType>)
  .meta({ id: 'BuyersProduct', description: 'A product at the price of the buyer.' })

export const BuyersProductPage = BuyersProduct.extend({
  brand: z.string().nullable(),
  category: z.string().nullable(),
  pictures: z.array(Picture).meta({ description: 'In their order. The first one is `image`.' }),
  candidates: z
    .array(
      PriceCandidate.extend({ discountBp: z.int().nullable() }).meta({
        id: 'BuyersCandidate',
        description:
          'A price that was considered. Unless the wholesaler shows list prices, no discount has a percentage, and only ' +
          'prices that apply or were agreed have an amount.',
      }),
    )
    .nullable()
    .meta({ description: 'The prices that were considered; null unless the wholesaler shows them.' }),
}).meta({ id: 'BuyersProductPage' })

const Group = z
  .object({ id: z.uuid(), name: z.string(), count: z.int().meta({ description: 'Products that the buyer can see.' }) })
  .meta({ id: 'BuyersGroup' })

export const BuyersGroups = z
  .object({
    total: z.int().meta({ description: 'The number of products that pass the filter.' }),
    brands: z.array(Group).meta({ description: 'Counted by the category and availability of the filter.' }),
    categories: z
      .array(Group.extend({ image: Picture.nullable() }).meta({ id: 'BuyersCategory' }))
      .meta({ description: 'Counted by the brand and availability of the filter. The largest have an image.' }),
  } satisfies Record<keyof Facets, z.ZodType>)
  .meta({ id: 'BuyersGroups' })

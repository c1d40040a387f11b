import { z } from 'zod'
import { CreditHold, quantity } from '../v1/order-schema.ts'
import { CREDIT_POLICIES } from '../../shared/credit.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { list } from '../../http/input.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import { optionalText, text } from '../../lib/text-input.ts'
import { LinePicture } from '../picture-schema.ts'
import { askedDelivery, DeliveryChoice } from '../delivery-schema.ts'
import { totals } from '../totals-schema.ts'
import { BuyersPrice, COMING, QuantityBreak, buyersAvailability } from './product-schema.ts'

export const Lines = z
  .object({
    lines: list(z.object({ sku: text(PRODUCT_FIELDS.sku.max), qty: quantity }), { min: 1, max: ORDER_LIMITS.lines }),
  })
  .meta({ id: 'LinesOfBuyer' })

export const NewLines = Lines.extend({
  key: z.uuid('Must be a UUID.').optional().describe('What comes again with it is not added again.'),
}).meta({ id: 'NewLines' })

const pricedLine = {
  sku: z.string(),
  qty: z.int(),
  price: BuyersPrice.nullable(),
  ...COMING,
  nextBreak: QuantityBreak.nullable().meta({
    description: 'The next quantity from which a unit is cheaper, and its price in minor units.',
  }),
  problem: z.string().nullable().meta({ description: 'Why the line cannot be ordered.' }),
}

const soldIn = { minOrderQty: z.int(), orderMultiple: z.int() }

const product = z
  .object({ id: z.uuid(), name: z.string(), unitLabel: z.string(), ...soldIn, ...buyersAvailability })
  .nullable()
  .meta({ description: 'Null where the buyer sees no such product.' })

export const BuyersLine = z.object({ ...pricedLine, product, name: z.string() }).meta({ id: 'BuyersLine' })

export const CheckedLine = z
  .object({
    ...pricedLine,
    product,
    picture: LinePicture,
    mostOrdered: z
      .int()
      .nullable()
      .meta({ description: 'The most that this customer has ordered of it in one line. Null where it never has.' }),
    nearest: z
      .array(z.object({ id: z.uuid(), sku: z.string(), name: z.string() }))
      .meta({ description: 'What may be meant by a SKU that is not found.' }),
  })
  .meta({ id: 'CheckedLine' })

export const Basket = z
  .object({
    token: z.string().nullable().meta({ description: 'It goes back with the order.' }),
    lines: z.array(
      z
        .object({
          ...pricedLine,
          productId: z.uuid(),
          name: z.string(),
          unitLabel: z.string().nullable(),
          ...soldIn,
          ...buyersAvailability,
          picture: LinePicture,
          before: z
            .object({ unit: z.int().nullable(), label: z.string() })
            .nullable()
            .meta({ description: 'The price at which the line was shown before, where it is another one now.' }),
        })
        .meta({ id: 'BasketLine' }),
    ),
    ...totals,
    creditHold: CreditHold.nullable().meta({ description: 'By how much the order would pass the credit limit.' }),
    creditPolicy: z.enum(CREDIT_POLICIES).meta({ description: 'What becomes of an order that does.' }),
    rises: z
      .object({
        lines: z.int().meta({ description: 'Lines without a problem whose price rises.' }),
        more: z.int().meta({ description: 'What they cost more then, in minor units, together.' }),
        from: z.iso.datetime().meta({ description: 'When the first of them rises.' }),
        isTogether: z.boolean().meta({ description: 'Whether all of them rise then.' }),
      })
      .optional()
      .meta({ description: 'Left out where no coming price rises.' }),
    isChanged: z.boolean().meta({ description: 'Whether a line has another price than it was shown at.' }),
    poNumber: z.string().nullable(),
    costCentre: z.string().nullable().meta({ description: 'Of the buyer. The order will say it.' }),
    note: z.string().nullable(),
    deliverTo: z.string().nullable().meta({ description: 'The id of an address; at first the last one.' }),
    wantedOn: z.string().nullable().meta({ description: 'A day; at first that of the week of the last order.' }),
    wantedProblem: z.string().nullable().meta({ description: 'Why that day is not possible, and which one is.' }),
    delivery: DeliveryChoice.extend({
      mayChange: z.boolean().meta({ description: 'Whether buyers may change the addresses.' }),
    }).meta({ id: 'BuyersDelivery' }),
  })
  .meta({ id: 'Basket' })

export const Added = z
  .object({
    added: z.int().meta({ description: 'Lines.' }),
    left: z
      .array(z.object({ sku: z.string(), qty: z.int(), reason: z.string() }))
      .meta({ description: 'Lines that were not added, and why.' }),
    basket: Basket,
  })
  .meta({ id: 'AddedToBasket' })

export const DescribeBasket = z
  .object({
    poNumber: optionalText(ORDER_LIMITS.poNumber).nullable(),
    note: optionalText(ORDER_LIMITS.note).nullable(),
    ...askedDelivery,
  })
  .meta({ id: 'DescribeBasket' })

export const PlaceBasket = z
  .object({
    token: text(ORDER_LIMITS.token),
    lines: list(
      z.object({
        productId: z.uuid('Must be an id.'),
        qty: quantity,
        unit: z.int().min(0).describe('The unit price that was shown. At another one nothing is placed.'),
      }),
      { min: 1, max: ORDER_LIMITS.lines },
    ),
    poNumber: optionalText(ORDER_LIMITS.poNumber),
    note: optionalText(ORDER_LIMITS.note),
    ...askedDelivery,
  })
  .meta({ id: 'PlaceBasket' })

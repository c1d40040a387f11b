import { z } from 'zod'
import { quantity, CreditHold } from '../v1/orders.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import {
  addToBasket,
  describeBasket,
  emptyBasket,
  refillBasket,
  removeFromBasket,
  setBasketLine,
} from '../../portal/change-basket.ts'
import { placeBasket } from '../../portal/place-basket.ts'
import { readBasket } from '../../portal/read-basket.ts'
import { PlacedOrder } from '../console/order-placing.ts'
import { CREDIT_POLICIES } from '../../shared/credit.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { list } from '../../http/input.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import { optionalText, text } from '../../lib/text-input.ts'
import { after, askedDelivery, DeliveryChoice, LinePicture, Shortfall, totals } from '../common-schemas.ts'
import { BuyersPrice, COMING, QuantityBreak, buyersAvailability } from './products.ts'

export const Lines = z
  .object({
    lines: list(z.object({ sku: text(PRODUCT_FIELDS.sku.max), qty: quantity }), { min: 1, max: ORDER_LIMITS.lines }),
  })
  .meta({ id: 'LinesOfBuyer' })

const NewLines = Lines.extend({
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
    shortfall: Shortfall,
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

const DescribeBasket = z
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

const operation = operationsOf('Basket')
const params = z.object({ productId: z.uuid('Must be an id.') })
const answer = envelope(Basket)
/** Each answers with the whole basket. */
const config = { kind: 'lines' } as const

export const basketRoutes: RoutePlugin = async (app) => {
  app.get(
    '/basket',
    // What one buyer puts into a basket changes nothing for others: it raises no revision, so the answer has no tag.
    operation('readBasket', 'The basket now', { config: { ...config, uncached: true }, answer }),
    async ({ buyer }) => ({ data: await readBasket(buyer) }),
  )

  app.put(
    '/basket',
    operation('describeBasket', 'Keep what goes with the order', { config, body: DescribeBasket, answer }),
    async ({ buyer, body }) => {
      const { poNumber = null, note = null, ...delivery } = body
      await describeBasket(buyer, { poNumber, note, ...delivery })
      return { data: await readBasket(buyer) }
    },
  )

  app.post(
    '/basket/lines',
    operation('addToBasket', 'Add to the basket', { config, body: NewLines, answer: envelope(Added) }),
    async ({ buyer, body }) => {
      const added = await addToBasket(buyer, body.lines, body.key)
      return { data: { ...added, basket: await readBasket(buyer) } }
    },
  )

  app.delete('/basket/lines', operation('emptyBasket', 'Empty the basket', { config, answer }), async ({ buyer }) => {
    await emptyBasket(buyer)
    return { data: await readBasket(buyer) }
  })

  app.post(
    '/basket/refill',
    operation('refillBasket', 'Put back the lines of a basket that was emptied', { config, answer }),
    async ({ buyer }) => after(refillBasket(buyer), () => readBasket(buyer)),
  )

  app.put(
    '/basket/lines/:productId([^/]+)',
    operation('setBasketLine', 'Change the quantity of a line', {
      config,
      params,
      body: z.object({ qty: quantity }),
      answer,
    }),
    async ({ buyer, params, body }) => after(setBasketLine(buyer, { ...params, ...body }), () => readBasket(buyer)),
  )

  app.delete(
    '/basket/lines/:productId([^/]+)',
    operation('removeBasketLine', 'Remove a line', { config, params, answer }),
    async ({ buyer, params }) => after(removeFromBasket(buyer, params.productId), () => readBasket(buyer)),
  )

  app.post(
    '/basket/order',
    operation('placeBasket', 'Order what is in the basket', {
      description: 'Safe to repeat: a basket that was ordered before answers with that order.',
      body: PlaceBasket,
      answer: envelope(PlacedOrder),
    }),
    async ({ buyer, body }) => ({ data: await placeBasket(buyer, body) }),
  )
}

import { z } from 'zod'
import { Order, OrderChanges } from '../v1/orders.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { ORDER_STATUSES } from '../../shared/order-steps.ts'
import { optionalFlag, optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { listBuyersOrders, orderAgain, readBuyersOrder } from '../../portal/buyers-orders.ts'
import { optionalText } from '../../lib/text-input.ts'
import { LinePicture } from '../common-schemas.ts'
import { BuyersLine } from './basket.ts'
import { BuyersPrice, buyersAvailability } from './products.ts'

const MAX_PAGE = 50

const operation = operationsOf('Orders')
const params = z.object({ id: z.string() })

const BuyersOrder = Order.omit({ customer: true }).meta({
  id: 'BuyersOrder',
  description: "An order of the buyer's customer.",
})

const BuyersOrderWithLines = BuyersOrder.extend({
  lines: z.array(
    z.object({
      productId: z.uuid(),
      sku: z.string(),
      name: z.string(),
      unitLabel: z.string(),
      customerCode: z.string().nullable(),
      qty: z.int(),
      ...buyersAvailability,
      price: BuyersPrice,
      picture: LinePicture,
    }),
  ),
  history: z.array(
    z.object({
      status: z.enum(ORDER_STATUSES),
      at: z.iso.datetime(),
      by: z.string().nullable().meta({ description: 'The buyer; null for the wholesaler.' }),
      note: z.string().nullable(),
      changes: OrderChanges.nullable(),
    }),
  ),
}).meta({ id: 'BuyersOrderWithLines' })

const LineAgain = BuyersLine.extend({
  ordered: z.object({ unit: z.int().nullable(), label: z.string() }).meta({ description: 'The price of the order.' }),
}).meta({ id: 'LineAgain' })

export const orderRoutes: RoutePlugin = async (app) => {
  app.get(
    '/orders',
    operation('listBuyersOrders', 'The orders of the customer, newest first', {
      querystring: z.object({
        q: optionalText(200).describe('Words in the number, the purchase order number or the reference.'),
        everywhere: optionalFlag().describe('Words in the address and in the lines count, too.'),
        status: optionalWord(ORDER_STATUSES),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(BuyersOrder),
    }),
    async ({ buyer, query }) => page(await listBuyersOrders(buyer, query), query),
  )

  app.get(
    '/orders/:id([^/]+)',
    operation('readBuyersOrder', 'One order', {
      config: { kind: 'lines' },
      params,
      answer: envelope(BuyersOrderWithLines),
    }),
    async ({ buyer, params }) => ({ data: await readBuyersOrder(buyer, params.id) }),
  )

  app.get(
    '/orders/:id([^/]+)/again',
    operation('orderAgain', 'What the lines of an order would be today', {
      config: { kind: 'lines' },
      params,
      answer: envelope(z.array(LineAgain)),
    }),
    async ({ buyer, params }) => ({ data: await orderAgain(buyer, params.id) }),
  )
}

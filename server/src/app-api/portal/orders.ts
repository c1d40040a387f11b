import { z } from 'zod'
import { Order } from '../../api/v1/order-schema.ts'
import { ORDER_STATUSES } from '../../rules/order-steps.ts'
import { envelope, nextOffset, nextOffsetField, pageParameters } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { listBuyersOrders, orderAgain, readBuyersOrder } from '../../portal/buyers-orders.ts'
import { BuyersLine } from './basket-schema.ts'
import { BuyersPrice } from './product-schema.ts'

const MAX_PAGE = 50

const tags = ['Orders']
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
      qty: z.int(),
      price: BuyersPrice,
    }),
  ),
  history: z.array(
    z.object({
      status: z.enum(ORDER_STATUSES),
      at: z.iso.datetime(),
      by: z.string().nullable().meta({ description: 'The buyer; null for the wholesaler.' }),
      note: z.string().nullable(),
    }),
  ),
}).meta({ id: 'BuyersOrderWithLines' })

const LineAgain = BuyersLine.extend({
  ordered: z.object({ unit: z.int().nullable(), label: z.string() }).meta({ description: 'The price of the order.' }),
}).meta({ id: 'LineAgain' })

export const orderRoutes: RoutePlugin = async (app) => {
  app.get(
    '/orders',
    {
      schema: {
        operationId: 'listBuyersOrders',
        summary: 'The orders of the customer, newest first',
        tags,
        querystring: z.object({ status: optionalWord(ORDER_STATUSES), ...pageParameters(MAX_PAGE) }),
        response: { 200: envelope(z.array(BuyersOrder)).extend(nextOffsetField) },
      },
    },
    async ({ buyer, query }) => {
      const data = await listBuyersOrders(buyer, query)
      return { data, nextOffset: nextOffset(data, query) }
    },
  )

  app.get(
    '/orders/:id([^/]+)',
    {
      schema: {
        operationId: 'readBuyersOrder',
        summary: 'One order',
        tags,
        params,
        response: { 200: envelope(BuyersOrderWithLines) },
      },
    },
    async ({ buyer, params }) => ({ data: await readBuyersOrder(buyer, params.id) }),
  )

  app.get(
    '/orders/:id([^/]+)/again',
    {
      schema: {
        operationId: 'orderAgain',
        summary: 'What the lines of an order would be today',
        tags,
        params,
        response: { 200: envelope(z.array(LineAgain)) },
      },
    },
    async ({ buyer, params }) => ({ data: await orderAgain(buyer, params.id) }),
  )
}

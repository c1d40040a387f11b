import { z } from 'zod'
import { Product } from '../v1/product-schema.ts'
import { listProducts } from '../../catalogue/list-products.ts'
import { envelope, pricedEnvelope, sendRawJson } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { placeOrder } from '../../orders/place-order.ts'
import { quoteOrder } from '../../orders/quote-order.ts'
import { rawJsonList } from '../../database/paging/index.ts'
import { optionalText, reference } from '../../lib/text-input.ts'
import { PlacedOrder, PlaceOrder, Quote, QuoteOrder } from './order-placing-schema.ts'

/** Products that are suggested for what was typed. */
const SUGGESTIONS = 8

const operation = operationsOf('Orders')

/** What it takes to place an order for a customer. */
export const orderPlacingRoutes: RoutePlugin = async (app) => {
  app.get(
    '/orders/products',
    operation('suggestProducts', 'Products for a line, at the price of the customer', {
      querystring: z.object({ customer: reference(), q: optionalText(200) }),
      answer: pricedEnvelope(z.array(Product)),
    }),
    async ({ workspace, currency, query }, reply) => {
      const products = await listProducts(workspace, { ...query, limit: SUGGESTIONS, offset: 0 })
      return sendRawJson(reply, rawJsonList(products), { currency })
    },
  )

  app.post(
    '/orders/quote',
    operation('quoteOrder', 'What an order would cost now', {
      config: { scope: 'read', kind: 'lines' },
      body: QuoteOrder,
      answer: envelope(Quote),
    }),
    async ({ workspace, body }) => ({ data: await quoteOrder(workspace, body) }),
  )

  app.post(
    '/orders',
    operation('placeOrder', 'Place an order for a customer', { body: PlaceOrder, answer: envelope(PlacedOrder) }),
    async ({ workspace, body }) => ({ data: await placeOrder(workspace, body) }),
  )
}

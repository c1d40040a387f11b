import { z } from 'zod'
import { quantity } from '../v1/orders.ts'
import { Quote, QuoteLine } from '../v1/quotes.ts'
import { done, DeliveryChoice, Done, LinePicture, askedDelivery } from '../common-schemas.ts'
import { PlacedOrder } from '../console/order-placing.ts'
import { BegunQuote, QuoteSteps, again, sendQuotePdf } from '../console/quotes.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { list, optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { optionalText, text } from '../../lib/text-input.ts'
import {
  askAgain,
  askForQuote,
  declineQuote,
  listBuyersQuotes,
  orderQuote,
  readBuyersQuote,
} from '../../portal/buyers-quotes.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { QUOTE_STATUSES } from '../../shared/quote-statuses.ts'

const BuyersQuote = Quote.omit({ customer: true }).meta({
  id: 'BuyersQuote',
  description: "A quote of the buyer's customer. While it waits for prices, it says nothing of them.",
})

const BuyersQuoteWithLines = BuyersQuote.extend({
  lines: z.array(
    QuoteLine.extend({
      list: z.int().nullable().meta({ description: 'Null unless the wholesaler shows list prices.' }),
      minOrderQty: z.int(),
      orderMultiple: z.int(),
      problem: z.string().nullable().meta({ description: 'Why the line cannot be ordered now.' }),
      picture: LinePicture,
    }),
  ),
  history: z.array(
    QuoteSteps.element.extend({
      by: z.string().nullable().meta({ description: 'The buyer; null for the wholesaler.' }),
    }),
  ),
  costCentre: z.string().nullable().meta({ description: 'Of the buyer. The order will say it.' }),
  delivery: DeliveryChoice.extend({ mayChange: z.boolean() }),
}).meta({ id: 'BuyersQuoteWithLines' })

const OrderQuote = z
  .object({
    lines: list(
      z.object({
        sku: text(PRODUCT_FIELDS.sku.max),
        qty: quantity,
        unit: z
          .int()
          .min(0)
          .optional()
          .describe('The unit price that was shown, for a quantity that the quote has no price for.'),
      }),
      { min: 1, max: ORDER_LIMITS.lines },
    )
      .optional()
      .describe('A part of the quote. Left out: all of it.'),
    poNumber: optionalText(ORDER_LIMITS.poNumber),
    note: optionalText(ORDER_LIMITS.note),
    ...askedDelivery,
  })
  .meta({ id: 'OrderQuote' })

const note = optionalText(ORDER_LIMITS.note)
const MAX_PAGE = 50
const operation = operationsOf('Quotes')
const params = z.object({ id: z.string() })
// A quote expires without a write.
const config = { taggedByContent: true } as const

export const quoteRoutes: RoutePlugin = async (app) => {
  app.get(
    '/quotes',
    operation('listBuyersQuotes', 'The quotes of the customer, newest first', {
      config,
      querystring: z.object({ status: optionalWord(QUOTE_STATUSES), ...pageParameters(MAX_PAGE) }),
      answer: pageOf(BuyersQuote),
    }),
    async ({ buyer, query }) => page(await listBuyersQuotes(buyer, query), query),
  )

  app.post(
    '/quotes',
    operation('askForQuote', 'Ask for a quote of what is in the basket, which stays', {
      body: z.object({ note: note.describe('A word for the wholesaler.'), ...again }),
      answer: envelope(BegunQuote),
    }),
    async ({ buyer, body }) => ({ data: await askForQuote(buyer, body) }),
  )

  app.get(
    '/quotes/:id([^/]+)',
    operation('readBuyersQuote', 'One quote', {
      config: { ...config, kind: 'lines' },
      params,
      answer: envelope(BuyersQuoteWithLines),
    }),
    async ({ buyer, params }) => ({ data: await readBuyersQuote(buyer, params.id) }),
  )

  app.post(
    '/quotes/:id([^/]+)/order',
    operation('orderQuote', 'Order a quote at its prices, or a part of it; this closes it', {
      description: 'Safe to repeat: a quote that was ordered before answers with that order.',
      params,
      body: OrderQuote,
      answer: envelope(PlacedOrder),
    }),
    async ({ buyer, params, body }) => ({ data: await orderQuote(buyer, { ...body, ...params }) }),
  )

  app.post(
    '/quotes/:id([^/]+)/decline',
    operation('declineQuote', 'Decline a quote', {
      params,
      body: z.object({ note: note.describe('Why.') }),
      answer: Done,
    }),
    async ({ buyer, params, body }) => done(declineQuote(buyer, { ...params, ...body })),
  )

  app.post(
    '/quotes/:id([^/]+)/again',
    operation('askAgain', 'Ask for another quote of the same lines', {
      params,
      body: z.object(again),
      answer: envelope(BegunQuote),
    }),
    async ({ buyer, params, body }) => ({ data: await askAgain(buyer, { ...params, ...body }) }),
  )

  app.get(
    '/quotes/:id([^/]+)/pdf',
    operation('buyersQuotePdf', 'One quote as a PDF', {
      config: { uncached: true, kind: 'download' },
      params,
      answer: z.any().meta({ description: 'The file.' }),
    }),
    async ({ buyer, params }, reply) => sendQuotePdf(reply, buyer, params.id, buyer.customerId),
  )
}

import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Actor } from '../v1/activity.ts'
import { quantity } from '../v1/orders.ts'
import { PriceCandidate } from '../v1/prices.ts'
import { Quote, QuoteLine } from '../v1/quotes.ts'
import { after, askedDelivery, LinePicture } from '../common-schemas.ts'
import type { WorkspaceContext } from '../../context.ts'
import { PRICE_SOURCES } from '../../database/column-values.ts'
import { quotePdf } from '../../files/export/order-pdf.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { amount, list, optionalWord } from '../../http/input.ts'
import { OF_QUOTE, operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { sendFile } from '../../http/send-file.ts'
import { optionalReference, optionalText, reference, text } from '../../lib/text-input.ts'
import { countQuotes, listQuotes } from '../../orders/quotes/read-quote.ts'
import {
  agreeQuote,
  orderForCustomer,
  readQuoteForStaff,
  sendQuote,
  withdrawQuote,
} from '../../orders/quotes/settle-quote.ts'
import { copyQuote, createQuote, editQuote } from '../../orders/quotes/write-quote.ts'
import { MAX_PRICE, ORDER_LIMITS, ORDERS_COUNTED } from '../../shared/limits.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { QUOTE_STATUSES } from '../../shared/quote-statuses.ts'
import { isDay } from '../../shared/read-day.ts'
import { PlacedOrder } from './order-placing.ts'
import { lowPrices } from './order-schema.ts'

const day = z.string('Must be a day, such as 2027-01-05.').refine(isDay, 'Must be a day, such as 2027-01-05.')
const sku = text(PRODUCT_FIELDS.sku.max)
const unit = amount(MAX_PRICE).nullable().describe('The price of one, in minor units. Null: not priced yet.')

export const QuoteSteps = z.array(
  z.object({
    status: z.enum(QUOTE_STATUSES),
    at: z.iso.datetime(),
    by: Actor,
    note: z.string().nullable(),
  }),
)

const QuoteForStaff = Quote.extend({
  version: z.int().meta({ description: 'Goes back with a change.' }),
  lines: z.array(
    QuoteLine.extend({
      today: z
        .object({ unit: z.int().nullable(), source: z.enum(PRICE_SOURCES), label: z.string() })
        .nullable()
        .meta({ description: 'What the rules give the quantity now. Null where the product is gone.' }),
      candidates: z.array(PriceCandidate).meta({ description: 'Of the time when it was sent; before, those of now.' }),
      problem: z.string().nullable().meta({ description: 'Why the line cannot be ordered now.' }),
      picture: LinePicture,
    }),
  ),
  history: QuoteSteps.meta({ description: 'Oldest first.' }),
}).meta({ id: 'QuoteForStaff', description: 'A quote with all that staff see.' })

export const again = {
  token: text(ORDER_LIMITS.token).optional().describe('A repeat with the same token begins no second quote.'),
}

const NewQuote = z
  .object({
    customer: reference().describe('Id or account code.'),
    lines: list(z.object({ sku, qty: quantity, unit: unit.optional() }), {
      min: 1,
      max: ORDER_LIMITS.lines,
    }).optional(),
    fromOrder: reference().optional().describe('The id of an order whose lines it gets. Instead of `lines`.'),
    note: optionalText(ORDER_LIMITS.note),
    ...again,
  })
  .refine(({ lines, fromOrder }) => (lines === undefined) !== (fromOrder === undefined), {
    path: ['lines'],
    message: 'Must be given, or else the order that they come from.',
  })
  .meta({ id: 'NewQuote' })

const EditQuote = z
  .object({
    version: z.int().min(1).describe('That of the quote that was shown.'),
    lines: list(
      z.object({
        sku,
        qty: quantity,
        unit,
        orMore: z.boolean('Must be true or false.').default(false),
      }),
      { min: 1, max: ORDER_LIMITS.lines },
    ),
    validUntil: day.nullable().describe('The last day on which it can be ordered.'),
    message: optionalText(ORDER_LIMITS.note).nullable(),
  })
  .meta({ id: 'EditQuote' })

export const BegunQuote = z
  .object({
    id: z.uuid(),
    number: z.int(),
    left: z
      .array(z.string())
      .meta({ description: 'SKUs of lines that it does not have: their products are gone, or not seen by the buyer.' }),
  })
  .meta({ id: 'BegunQuote' })

const MAX_PAGE = 100
const contact = optionalReference().describe(
  'The id of a member of the staff: quotes of customers whose contact that is.',
)
const operation = operationsOf('Quotes')
const params = z.object({ id: z.string() })
// A quote expires without a write.
const config = { taggedByContent: true } as const
const answer = envelope(QuoteForStaff)

/** Sends the PDF of a quote. Throws as `quotePdf` does. */
export function sendQuotePdf(reply: FastifyReply, context: WorkspaceContext, id: string, seenBy?: string) {
  const file = { name: 'quote', type: 'pdf' as const }
  return sendFile(reply, file, async () => {
    const { number, pdf } = await quotePdf(context, id, seenBy)
    file.name = `quote-${number}`
    return pdf
  })
}

export const quoteRoutes: RoutePlugin = async (app) => {
  app.get(
    '/quotes',
    operation('searchQuotes', 'Quotes, the newest first', {
      right: 'read',
      own: { customer: 'query.customer' },
      config,
      querystring: z.object({
        q: optionalText(200).describe('Words in the number, the customer or the name of who asked.'),
        status: optionalWord(QUOTE_STATUSES),
        customer: optionalReference().describe('The id of a customer.'),
        contact,
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(Quote),
    }),
    async ({ workspace, query }) => page(await listQuotes(workspace, query), query),
  )

  app.get(
    '/quotes/counts',
    operation('countQuotes', 'How many quotes wait for prices, and how many are valid', {
      right: 'read',
      own: 'lists',
      config,
      answer: envelope(
        z.object({ asked: z.int(), sent: z.int() }).meta({ description: `Each counted up to ${ORDERS_COUNTED}.` }),
      ),
    }),
    async ({ workspace }) => ({ data: await countQuotes(workspace) }),
  )

  app.post(
    '/quotes',
    operation('createQuote', 'Begin a quote, of lines or of those of an order', {
      right: 'quotes',
      own: { customer: 'body.customer', order: 'body.fromOrder' },
      body: NewQuote,
      answer: envelope(BegunQuote),
    }),
    async ({ workspace, body }) => ({ data: await createQuote(workspace, body) }),
  )

  app.get(
    '/quotes/:id([^/]+)',
    operation('readQuote', 'One quote, with the prices of today beside it', {
      right: 'read',
      own: OF_QUOTE,
      config: { ...config, kind: 'lines' },
      params,
      answer,
    }),
    async ({ workspace, params }) => ({ data: await readQuoteForStaff(workspace, params.id) }),
  )

  app.put(
    '/quotes/:id([^/]+)',
    operation('editQuote', 'Set lines, prices and the last day of a quote that was not sent yet', {
      right: 'quotes',
      own: OF_QUOTE,
      params,
      body: EditQuote,
      answer,
    }),
    async ({ workspace, params: { id }, body }) =>
      after(editQuote(workspace, { ...body, id }), () => readQuoteForStaff(workspace, id)),
  )

  app.post(
    '/quotes/:id([^/]+)/send',
    operation('sendQuote', 'Send a quote: from now on it can be ordered', {
      right: 'quotes',
      own: OF_QUOTE,
      params,
      body: z.object({ version: z.int().min(1), lowPrices }),
      answer,
    }),
    async ({ workspace, params: { id }, body }) =>
      after(sendQuote(workspace, { ...body, id }), () => readQuoteForStaff(workspace, id)),
  )

  app.post(
    '/quotes/:id([^/]+)/order',
    operation('orderQuoteForCustomer', 'Order all of a quote for its customer, who has said so; this closes it', {
      description: 'Safe to repeat: a quote that was ordered before answers with that order.',
      right: 'orders',
      own: OF_QUOTE,
      params,
      body: z.object({
        poNumber: optionalText(ORDER_LIMITS.poNumber),
        note: optionalText(ORDER_LIMITS.note),
        ...askedDelivery,
      }),
      answer: envelope(PlacedOrder),
    }),
    async ({ workspace, params, body }) => ({ data: await orderForCustomer(workspace, { ...body, ...params }) }),
  )

  app.post(
    '/quotes/:id([^/]+)/withdraw',
    operation('withdrawQuote', 'Withdraw a quote, and tell its buyers', {
      right: 'quotes',
      own: OF_QUOTE,
      params,
      body: z.object({ note: optionalText(ORDER_LIMITS.note).describe('Why, for the buyers.') }),
      answer,
    }),
    async ({ workspace, params: { id }, body }) =>
      after(withdrawQuote(workspace, { ...body, id }), () => readQuoteForStaff(workspace, id)),
  )

  app.post(
    '/quotes/:id([^/]+)/copy',
    operation('copyQuote', 'Begin another quote of the same lines and prices', {
      right: 'quotes',
      own: OF_QUOTE,
      params,
      body: z.object(again),
      answer: envelope(BegunQuote),
    }),
    async ({ workspace, params, body }) => ({ data: await copyQuote(workspace, { ...params, ...body }) }),
  )

  app.post(
    '/quotes/:id([^/]+)/agree',
    operation('agreeQuote', 'Make the prices of a quote agreed prices of its customer, from today on', {
      right: 'terms',
      own: OF_QUOTE,
      params,
      body: z.object({ until: day.describe('The last day of the agreed prices.') }),
      answer: envelope(
        z.object({ agreed: z.int().meta({ description: 'Agreed prices that were added or changed.' }) }),
      ),
    }),
    async ({ workspace, params, body }) => ({ data: await agreeQuote(workspace, { ...params, ...body }) }),
  )

  app.get(
    '/quotes/:id([^/]+)/pdf',
    operation('quotePdf', 'A quote as a PDF, as its customer gets it', {
      right: 'read',
      own: OF_QUOTE,
      config: { uncached: true, kind: 'download' },
      params,
      answer: z.any().meta({ description: 'The file.' }),
    }),
    async ({ workspace, params }, reply) => sendQuotePdf(reply, workspace, params.id),
  )
}

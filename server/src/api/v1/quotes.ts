import { z } from 'zod'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { reference } from '../../lib/text-input.ts'
import { listQuotes, readQuote } from '../../orders/quotes/read-quote.ts'
import { QUOTE_STATUSES } from '../../shared/quote-statuses.ts'
import { Order } from './orders.ts'

/** What a list shows of a quote, in the API, the console and the portal. */
export const Quote = z
  .object({
    id: z.uuid(),
    number: z.int().meta({ description: 'Quote number for people. Unique in the workspace.', examples: [17] }),
    status: z.enum(QUOTE_STATUSES).meta({
      description:
        '`asked` waits for staff to price and send it, `sent` can be ordered through `validUntil`, and is `expired` after ' +
        'that day. `ordered`, `declined` by the buyer, and `withdrawn` by staff stay.',
    }),
    customer: Order.shape.customer.meta({ description: 'As it was when the quote was begun.' }),
    askedBy: z
      .object({
        name: z.string().meta({ examples: ['Isobel Grant'] }),
        email: z.string().meta({ examples: ['isobel@castlelane.example'] }),
      })
      .nullable()
      .meta({ description: 'The buyer who asked for it. Null where staff began it.' }),
    note: z.string().nullable().meta({ description: 'The word of who asked for it.' }),
    message: z.string().nullable().meta({ description: 'The word of staff to the customer.' }),
    currency: z
      .string()
      .meta({ description: 'ISO 4217. The currency of all amounts of this quote.', examples: ['GBP'] }),
    lineCount: z.int().meta({ examples: [1] }),
    total: z
      .int()
      .nullable()
      .meta({
        description: 'The sum of the lines, in minor units, before tax. Null while a line has no price.',
        examples: [26_772],
      }),
    validUntil: z
      .string()
      .nullable()
      .meta({
        format: 'date',
        description: 'The last day on which it can be ordered, in the time zone of the workspace.',
        examples: ['2027-06-30'],
      }),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    updatedAt: z.iso.datetime(),
    orderId: z.uuid().nullable().meta({ description: 'The order that was placed from it.' }),
    orderNumber: z
      .int()
      .nullable()
      .meta({ examples: [1042] }),
  })
  .meta({
    id: 'Quote',
    description: 'Prices that a customer was offered until a day, whatever is published meanwhile.',
  })

export const QuoteLine = z
  .object({
    productId: z.uuid().meta({ description: 'The product may be deleted since.' }),
    sku: z.string().meta({ examples: ['HOL-1042'] }),
    name: z.string().meta({ examples: ['Azure dinner plate 26 cm'] }),
    unitLabel: z.string().meta({ description: 'Name of one unit.', examples: ['each'] }),
    qty: z.int().meta({ examples: [12] }),
    unit: z
      .int()
      .nullable()
      .meta({
        description: 'The quoted price of one, in minor units. Null until staff have set it.',
        examples: [2231],
      }),
    orMore: z.boolean().meta({
      description: 'Whether a larger quantity has this price, too. If not, a larger one has the price of its day.',
    }),
    list: z
      .int()
      .nullable()
      .meta({
        description: 'The list price when the quote was sent, in minor units. Null before, and without one.',
        examples: [2550],
      }),
  })
  .meta({ id: 'QuoteLine' })

const QuoteWithLines = Quote.extend({ lines: z.array(QuoteLine) }).meta({
  id: 'QuoteWithLines',
  description: 'A quote with its lines.',
})

const MAX_PAGE = 100

const operation = operationsOf('Quotes')
// A quote expires without a write.
const config = { taggedByContent: true } as const

export const quoteRoutes: RoutePlugin = async (app) => {
  app.get(
    '/quotes',
    operation('listQuotes', 'Quotes, the newest first', {
      description:
        'Prices that customers were offered until a day, without their lines. Staff and buyers make, send and order quotes ' +
        'in the application.',
      config,
      querystring: z.object({
        status: optionalWord(QUOTE_STATUSES).describe('Only quotes with this status.'),
        customer: reference('Must not be blank. Leave it out for all customers.')
          .optional()
          .describe('Only quotes of this customer, by id or account code (ignoring case).'),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(Quote).meta({ id: 'QuoteList' }),
    }),
    async ({ workspace, query }) => page(await listQuotes(workspace, query), query),
  )

  app.get(
    '/quotes/:id([^/]+)',
    operation('readQuote', 'One quote with its lines', {
      description: 'What is ordered from it while it is valid has the prices of its lines.',
      config: { ...config, kind: 'lines' },
      params: z.object({ id: z.string().meta({ description: 'A quote id or number.', examples: ['1'] }) }),
      answer: envelope(QuoteWithLines),
    }),
    async ({ workspace, params }) => ({ data: await readQuote(workspace, params.id) }),
  )
}

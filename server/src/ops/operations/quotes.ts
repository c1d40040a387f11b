import { z } from 'zod'
import { optionalText, reference } from '../../lib/text-input.ts'
import { listQuotes, readQuote } from '../../orders/quotes/read-quote.ts'
import type { Quote } from '../../orders/quotes/read-quote.ts'
import { sendQuote, withdrawQuote } from '../../orders/quotes/settle-quote.ts'
import { moneyIn } from '../../workspaces/money-of.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import { QUOTE_STATUSES } from '../../shared/quote-statuses.ts'
import { customer, ok, oneOf, operation, workspaceId } from './operation.ts'

/** The quotes of one call. */
const LISTED = 100

const one = z.object({
  workspaceId,
  id: reference().meta({ flags: '<quote>', description: 'number or id of the quote' }),
})

function row({ number, status, customer, lineCount, total, currency, validUntil }: Quote): string[] {
  const sum = total === null ? '' : moneyIn(currency)(total)
  return [String(number), status, customer.name, String(lineCount), sum, validUntil ?? '']
}

export const QUOTE_OPERATIONS = {
  'quote list': operation({
    description: `List the newest ${LISTED} quotes.`,
    input: z.object({
      workspaceId,
      status: oneOf(QUOTE_STATUSES)
        .optional()
        .meta({ flags: '--status <status>', description: `one of ${QUOTE_STATUSES.join(', ')}` }),
      customer: customer.optional(),
    }),
    run: (context, input) => listQuotes(context, { ...input, limit: LISTED, offset: 0 }),
    print: (quotes) => [['quote', 'status', 'customer', 'lines', 'total', 'valid until'], ...quotes.map(row)],
  }),
  'quote show': operation({
    description: 'Show a quote with its lines.',
    input: one,
    run: (context, { id }) => readQuote(context, id),
    print: ({ lines, ...quote }) => [
      row(quote).join('  ').trimEnd(),
      ...lines.map(({ sku, name, qty, unit, orMore }) => {
        const price = unit === null ? 'no price yet' : moneyIn(quote.currency)(unit)
        return `${qty}${orMore ? ' or more' : ''} × ${sku} ${name}: ${price}`
      }),
    ],
  }),
  'quote send': operation({
    description: 'Send a quote that is priced: from now on its customer can order it.',
    input: one.extend({
      lowPrices: z.boolean().optional().meta({
        flags: '--low-prices',
        description: 'send it although prices are 30% or more below those of the rules',
      }),
    }),
    run: async (context, { id, lowPrices }) => {
      const { version } = await readQuote(context, id)
      await sendQuote(context, { id, version, lowPrices })
    },
    print: (_, { id }) => `The quote ${id} is sent.`,
    json: ok,
  }),
  'quote withdraw': operation({
    description: 'Withdraw a quote, and tell its buyers.',
    input: one.extend({
      note: optionalText(ORDER_LIMITS.note).meta({ flags: '--note <text>', description: 'why, for the buyers' }),
    }),
    run: withdrawQuote,
    print: (_, { id }) => `The quote ${id} is withdrawn.`,
    json: ok,
  }),
}

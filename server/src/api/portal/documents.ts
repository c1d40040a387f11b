import { z } from 'zod'
import { orderPdf } from '../../files/export/order-pdf.ts'
import { priceListFile } from '../../files/export/price-list-file.ts'
import { priceListSize } from '../../files/export/price-list-size.ts'
import { envelope } from '../../http/envelope.ts'
import { optionalFlag } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { sendFile } from '../../http/send-file.ts'
import { leftOutWhenBlank, optionalText } from '../../lib/text-input.ts'

const operation = operationsOf('Documents')
// A file is made while it downloads, so that nothing keeps it.
const config = { uncached: true, kind: 'download' } as const
const answer = z.any().meta({ description: 'The file.' })

const ID = leftOutWhenBlank(z.uuid('Must be an id.'))

/** What a price list can be narrowed down by, and its day. */
export const PRICE_LIST_FILTER = {
  brand: ID.describe('A brand id.'),
  category: ID.describe('A category id.'),
  date: optionalText(10).describe(
    'A day of the wholesaler, such as 2027-01-05: prices are those of its start. Default: those of now.',
  ),
}

const querystring = z.object(PRICE_LIST_FILTER)

/** The same for a file. */
export const PRICE_LIST_CHOICE = {
  ...PRICE_LIST_FILTER,
  pictures: optionalFlag().describe('In a PDF of a short list.'),
}

export const PriceListSize = envelope(
  z.object({
    products: z.int(),
    pages: z.int().meta({ description: 'As a PDF, about.' }),
    maxPages: z.int().meta({ description: 'With more pages, a filter is asked for first.' }),
    mayHavePictures: z.boolean().meta({ description: 'Whether the list is short enough for pictures in its PDF.' }),
  }),
)

export function priceListName({ date }: { date?: string | undefined }, name = 'price-list'): string {
  return date === undefined ? name : `${name}-${date}`
}

const PRICE_LISTS = [
  { type: 'csv', operationId: 'priceListCsv', summary: "The buyer's price list as CSV" },
  { type: 'xlsx', operationId: 'priceListXlsx', summary: 'The same for Excel' },
  { type: 'pdf', operationId: 'priceListPdf', summary: 'The same as a PDF' },
] as const

/** The files that a buyer downloads: the price list, and each order. */
export const documentRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-list',
    operation('readPriceListSize', "How long the buyer's price list is", {
      config: { kind: 'heavy' },
      querystring,
      answer: PriceListSize,
    }),
    async ({ buyer, query }) => ({ data: await priceListSize(buyer, query) }),
  )

  for (const { type, operationId, summary } of PRICE_LISTS) {
    app.get(
      `/price-list.${type}`,
      operation(operationId, summary, { config, querystring: z.object(PRICE_LIST_CHOICE), answer }),
      async ({ buyer, query }, reply) =>
        sendFile(reply, { name: priceListName(query), type }, () => priceListFile(buyer, type, query)),
    )
  }

  app.get(
    '/orders/:id([^/]+)/pdf',
    operation('orderPdf', 'One order as a PDF', { config, params: z.object({ id: z.string() }), answer }),
    async ({ buyer, params }, reply) => {
      const file = { name: 'order', type: 'pdf' as const }
      return sendFile(reply, file, async () => {
        const { number, pdf } = await orderPdf(buyer, params.id)
        file.name = `order-${number}`
        return pdf
      })
    },
  )
}

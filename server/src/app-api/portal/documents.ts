import { z } from 'zod'
import { orderPdf } from '../../documents/order-pdf.ts'
import { priceListFile } from '../../documents/price-list-file.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { sendFile } from '../../http/send-file.ts'

const operation = operationsOf('Documents')
// A file is made while it downloads, so that nothing keeps it.
const config = { uncached: true, cost: 'download' } as const
const answer = z.any().meta({ description: 'The file.' })

const PRICE_LISTS = [
  { type: 'csv', operationId: 'priceListCsv', summary: "The buyer's price list as CSV" },
  { type: 'xlsx', operationId: 'priceListXlsx', summary: 'The same for Excel' },
  { type: 'pdf', operationId: 'priceListPdf', summary: 'The same as a PDF' },
] as const

/** The files that a buyer downloads: the price list, and each order. */
export const documentRoutes: RoutePlugin = async (app) => {
  for (const { type, operationId, summary } of PRICE_LISTS) {
    app.get(`/price-list.${type}`, operation(operationId, summary, { config, answer }), async ({ buyer }, reply) =>
      sendFile(reply, { name: 'price-list', type }, await priceListFile(buyer, type)),
    )
  }

  app.get(
    '/orders/:id([^/]+)/pdf',
    operation('orderPdf', 'One order as a PDF', { config, params: z.object({ id: z.string() }), answer }),
    async ({ buyer, params }, reply) => {
      const { number, pdf } = await orderPdf(buyer, params.id)
      return sendFile(reply, { name: `order-${number}`, type: 'pdf' }, pdf)
    },
  )
}

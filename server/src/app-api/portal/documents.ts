import { z } from 'zod'
import { orderPdf } from '../../documents/order-pdf.ts'
import { priceListFile } from '../../documents/price-list-file.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { sendFile } from '../../http/send-file.ts'

const tags = ['Documents']
// A file is made while it downloads, so that nothing keeps it.
const config = { uncached: true }
const response = { 200: z.any().meta({ description: 'The file.' }) }

export const documentRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-list.csv',
    { config, schema: { operationId: 'priceListCsv', summary: "The buyer's price list as CSV", tags, response } },
    async ({ buyer }, reply) => sendFile(reply, { name: 'price-list', type: 'csv' }, await priceListFile(buyer, 'csv')),
  )

  app.get(
    '/price-list.xlsx',
    { config, schema: { operationId: 'priceListXlsx', summary: 'The same for Excel', tags, response } },
    async ({ buyer }, reply) =>
      sendFile(reply, { name: 'price-list', type: 'xlsx' }, await priceListFile(buyer, 'xlsx')),
  )

  app.get(
    '/price-list.pdf',
    { config, schema: { operationId: 'priceListPdf', summary: 'The same as a PDF', tags, response } },
    async ({ buyer }, reply) => sendFile(reply, { name: 'price-list', type: 'pdf' }, await priceListFile(buyer, 'pdf')),
  )

  app.get(
    '/orders/:id([^/]+)/pdf',
    {
      config,
      schema: {
        operationId: 'orderPdf',
        summary: 'One order as a PDF',
        tags,
        params: z.object({ id: z.string() }),
        response,
      },
    },
    async ({ buyer, params }, reply) => {
      const { number, pdf } = await orderPdf(buyer, params.id)
      return sendFile(reply, { name: `order-${number}`, type: 'pdf' }, pdf)
    },
  )
}

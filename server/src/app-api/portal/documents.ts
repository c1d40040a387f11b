import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { orderPdf } from '../../documents/order-pdf.ts'
import { priceListCsv } from '../../documents/price-list-csv.ts'
import { priceListPdf } from '../../documents/price-list-pdf.ts'
import { priceListXlsx } from '../../documents/price-list-xlsx.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const tags = ['Documents']
// A file is made while it downloads, so that nothing keeps it.
const config = { uncached: true }
const response = { 200: z.any().meta({ description: 'The file.' }) }

export const documentRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-list.csv',
    { config, schema: { operationId: 'priceListCsv', summary: "The buyer's price list as CSV", tags, response } },
    async ({ buyer }, reply) =>
      sendFile(reply, { name: 'price-list.csv', type: 'text/csv; charset=utf-8' }, Readable.from(priceListCsv(buyer))),
  )

  app.get(
    '/price-list.xlsx',
    { config, schema: { operationId: 'priceListXlsx', summary: 'The same for Excel', tags, response } },
    async ({ buyer }, reply) =>
      sendFile(reply, { name: 'price-list.xlsx', type: XLSX_TYPE }, Readable.from(priceListXlsx(buyer))),
  )

  app.get(
    '/price-list.pdf',
    { config, schema: { operationId: 'priceListPdf', summary: 'The same as a PDF', tags, response } },
    async ({ buyer }, reply) =>
      sendFile(reply, { name: 'price-list.pdf', type: 'application/pdf' }, await priceListPdf(buyer)),
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
      return sendFile(reply, { name: `order-${number}.pdf`, type: 'application/pdf' }, pdf)
    },
  )
}

function sendFile(reply: FastifyReply, { name, type }: { name: string; type: string }, content: Readable) {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content)
}

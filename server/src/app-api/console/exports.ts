import { Readable } from 'node:stream'
import { z } from 'zod'
import { priceListFile } from '../../documents/price-list-file.ts'
import { productTable } from '../../documents/product-table.ts'
import { TABLE_FORMATS } from '../../documents/table-file.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { sendFile } from '../../http/send-file.ts'
import { filterParameters } from './product-schema.ts'

const tags = ['Exports']
// A file is made while it downloads, so that nothing keeps it.
const config = { uncached: true }
const response = { 200: z.any().meta({ description: 'The file.' }) }
const format = z.enum(TABLE_FORMATS).describe('The kind of the file.')

export const exportRoutes: RoutePlugin = async (app) => {
  app.get(
    '/products/export',
    {
      config,
      schema: {
        operationId: 'exportProducts',
        summary: 'The products that match as a file, which can be imported again',
        tags,
        querystring: z.object({ ...filterParameters, format }),
        response,
      },
    },
    async ({ workspace, query }, reply) =>
      sendFile(reply, { name: 'products', type: query.format }, Readable.from(productTable(workspace, query))),
  )

  app.get(
    '/customers/:id/price-list',
    {
      config,
      schema: {
        operationId: 'exportPriceList',
        summary: 'What a customer pays for each product as a file',
        tags,
        params: z.object({ id: z.uuid() }),
        querystring: z.object({ format: z.enum([...TABLE_FORMATS, 'pdf']) }),
        response,
      },
    },
    async ({ workspace, params, query }, reply) =>
      sendFile(
        reply,
        { name: 'price-list', type: query.format },
        await priceListFile({ ...workspace, customerId: params.id }, query.format),
      ),
  )
}

import { z } from 'zod'
import { agreedPriceTable } from '../../files/export/agreed-price-table.ts'
import { customerTable } from '../../files/export/customer-table.ts'
import { discountTable } from '../../files/export/discount-table.ts'
import { priceListFile } from '../../files/export/price-list-file.ts'
import { priceListsSize, priceListsZip } from '../../files/export/price-lists-zip.ts'
import { productTable } from '../../files/export/product-table.ts'
import { TABLE_FORMATS } from '../../files/export/table-file.ts'
import { envelope } from '../../http/envelope.ts'
import { OF_CUSTOMER, operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { sendFile } from '../../http/send-file.ts'
import { ordersPdf } from '../../files/export/order-pdf.ts'
import { ORDER_ROWS, orderTable } from '../../files/export/order-table.ts'
import { PICKING_PARTS, pickingList } from '../../files/export/picking-list.ts'
import { PRICE_LIST_CHOICE, PRICE_LIST_FILTER, priceListName } from '../portal/documents.ts'
import { optionalText } from '../../lib/text-input.ts'
import { customerFilter } from './customers.ts'
import { orderFilter, printedOrders } from './order-schema.ts'
import { filterParameters } from './product-schema.ts'

const operation = operationsOf('Exports')
// A file is made while it downloads, so that nothing keeps it.
const config = { uncached: true, kind: 'download' } as const
const answer = z.any().meta({ description: 'The file.' })
const params = z.object({ id: z.uuid() })
const format = z.enum(TABLE_FORMATS).describe('The kind of the file.')

const priceListFormat = z.enum([...TABLE_FORMATS, 'pdf'])

const PRICE_LISTS_CHOICE = {
  ...PRICE_LIST_FILTER,
  format: priceListFormat,
  customers: optionalText(4_000).describe('Ids, with commas between them: up to 100. Default: all active customers.'),
}

const CUSTOMER_FILES = [
  {
    path: '/customers/export',
    name: 'customers',
    table: customerTable,
    operationId: 'exportCustomers',
    summary: 'The customers that match with their discounts as a file, which can be imported again',
  },
  {
    path: '/customers/discounts/export',
    name: 'discounts',
    table: discountTable,
    operationId: 'exportDiscounts',
    summary: 'The discounts of the customers that match as a file, which can be imported again',
  },
]

export const exportRoutes: RoutePlugin = async (app) => {
  app.get(
    '/products/export',
    operation('exportProducts', 'The products that match as a file, which can be imported again', {
      right: 'read',
      own: 'refused',
      config,
      querystring: z.object({ ...filterParameters, format }),
      answer,
    }),
    async ({ workspace, query }, reply) =>
      sendFile(reply, { name: 'products', type: query.format }, () => productTable(workspace, query)),
  )

  app.get(
    '/orders/export',
    operation('exportOrders', 'The orders that match as a file, or their lines', {
      right: 'read',
      own: 'lists',
      config,
      querystring: z.object({ ...orderFilter, format, rows: z.enum(ORDER_ROWS).describe('A row for each of these.') }),
      answer,
    }),
    async ({ workspace, query }, reply) =>
      sendFile(reply, { name: query.rows === 'lines' ? 'order-lines' : 'orders', type: query.format }, () =>
        orderTable(workspace, query),
      ),
  )

  app.get(
    '/orders/pdf',
    operation('printOrders', 'Orders as one PDF, each on its own pages', {
      right: 'read',
      own: { order: 'query.ids' },
      config,
      querystring: z.object(printedOrders),
      answer,
    }),
    async ({ workspace, query }, reply) =>
      sendFile(reply, { name: 'orders', type: 'pdf' }, () => ordersPdf(workspace, query)),
  )

  app.get(
    '/orders/picking-list',
    operation('pickingList', 'What to fetch for orders, as a PDF with boxes to tick', {
      right: 'read',
      own: { order: 'query.ids' },
      config,
      querystring: z.object({ ...printedOrders, by: z.enum(PICKING_PARTS).describe('The parts of the list.') }),
      answer,
    }),
    async ({ workspace, query }, reply) =>
      sendFile(reply, { name: 'picking-list', type: 'pdf' }, () => pickingList(workspace, query)),
  )

  for (const { path, name, table, operationId, summary } of CUSTOMER_FILES) {
    app.get(
      path,
      operation(operationId, summary, {
        right: 'read',
        own: 'lists',
        config,
        querystring: z.object({ ...customerFilter, format }),
        answer,
      }),
      async ({ workspace, query }, reply) =>
        sendFile(reply, { name, type: query.format }, () => table(workspace, query)),
    )
  }

  app.get(
    '/customers/price-lists/size',
    operation('readPriceListsSize', 'How many price lists an archive has', {
      right: 'read',
      own: 'lists',
      config: { kind: 'heavy' },
      querystring: z.object(PRICE_LISTS_CHOICE),
      answer: envelope(z.object({ customers: z.int(), products: z.int() })),
    }),
    async ({ workspace, query }) => ({ data: await priceListsSize(workspace, query) }),
  )

  app.get(
    '/customers/price-lists',
    operation('exportPriceLists', 'The price lists of customers as files in a ZIP archive', {
      right: 'read',
      own: 'lists',
      config,
      querystring: z.object(PRICE_LISTS_CHOICE),
      answer,
    }),
    async ({ workspace, query }, reply) =>
      sendFile(reply, { name: priceListName(query, 'price-lists'), type: 'zip' }, () =>
        priceListsZip(workspace, query),
      ),
  )

  app.get(
    '/customers/:id/agreed-prices/export',
    operation(
      'exportAgreedPrices',
      'All agreed prices of a customer as a file, which can be pasted and imported again',
      { right: 'read', own: OF_CUSTOMER, config, params, querystring: z.object({ format }), answer },
    ),
    async ({ workspace, params, query }, reply) => {
      const begin = () => agreedPriceTable(workspace, { ...query, customer: params.id })
      return sendFile(reply, { name: 'agreed-prices', type: query.format }, begin)
    },
  )

  app.get(
    '/customers/:id/price-list',
    operation('exportPriceList', 'What a customer pays for each product as a file', {
      right: 'read',
      own: OF_CUSTOMER,
      config,
      params,
      querystring: z.object({ ...PRICE_LIST_CHOICE, format: priceListFormat }),
      answer,
    }),
    async ({ workspace, params, query }, reply) =>
      sendFile(reply, { name: priceListName(query), type: query.format }, () =>
        priceListFile({ ...workspace, customerId: params.id }, query.format, query),
      ),
  )
}

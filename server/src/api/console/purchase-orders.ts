import type { Readable } from 'node:stream'
import { z } from 'zod'
import { MAX_COLUMNS } from '../../files/spreadsheets/files/file-limits.ts'
import { envelope, pricedEnvelope } from '../../http/envelope.ts'
import { optionalInteger } from '../../http/input.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { reference } from '../../lib/text-input.ts'
import { checkOrder } from '../../orders/check-order.ts'
import { readOrderFile, readPastedOrder } from '../../orders/purchase-orders/read-purchase-order.ts'
import type { PurchaseOrder as Read, PurchaseOrderLine } from '../../orders/purchase-orders/read-purchase-order.ts'
import { ReadLines, readColumns } from '../portal/order-lines.ts'
import { CheckOrder, OrderCheckLine } from '../v1/order-checks.ts'

const PurchaseOrder = z
  .object({
    poNumber: z.string().nullable(),
    wantedOn: z.string().nullable().meta({ description: 'A day: 2027-01-05.' }),
    remarks: z.array(z.string()).meta({ description: 'What it says besides, and what was not taken.' }),
    lines: z.array(
      z
        .object({
          row: z.int().meta({ description: 'Where it stood, from 1.' }),
          code: z.string().meta({ description: 'As the customer wrote it.' }),
          name: z.string().nullable().meta({ description: 'What the customer calls it.' }),
          sku: z.string().nullable().meta({ description: 'Null where it is to be asked which product is meant.' }),
          qty: z.int().nullable(),
          written: z
            .string()
            .nullable()
            .meta({ description: 'The quantity as it was written, where that has a unit.' }),
          problem: z.object({ field: z.enum(['sku', 'qty']), message: z.string() }).nullable(),
          choices: z.array(z.object({ sku: z.string(), name: z.string().nullable(), qty: z.int().nullable() })),
          expected: z
            .object({
              unit: z.int().nullable().meta({ description: 'The price of one, in minor units.' }),
              written: z.string(),
              problem: z.string().nullable().meta({ description: 'Why the price of one is to be asked.' }),
            })
            .nullable()
            .meta({ description: 'Null where the order names no price.' }),
        } satisfies Record<keyof PurchaseOrderLine, z.ZodType>)
        .meta({ id: 'PurchaseOrderLine' }),
    ),
    leftOut: ReadLines.shape.leftOut,
    otherSheets: ReadLines.shape.otherSheets,
    options: ReadLines.shape.options,
  } satisfies Record<keyof Read, z.ZodType>)
  .meta({ id: 'PurchaseOrder', description: "A customer's own order, as it was read." })

const MAX_TEXT = 200_000
const operation = operationsOf('Orders')
const customer = reference().describe('Id or account code.')

/** A customer's own order, before it is placed. */
export const purchaseOrderRoutes: RoutePlugin = async (app) => {
  app.post(
    '/orders/read',
    operation('readPastedOrder', "Read a customer's order that was pasted. Nothing is ordered", {
      right: ['orders', 'quotes'],
      own: { customer: 'body.customer' },
      config: { scope: 'read', kind: 'heavy' },
      body: z.object({
        customer,
        text: z
          .string('Must be text.')
          .min(1, 'Must not be blank.')
          .max(MAX_TEXT, `Paste at most ${MAX_TEXT.toLocaleString('en')} characters at once, or choose a file.`),
        columns: readColumns,
      }),
      answer: envelope(PurchaseOrder),
    }),
    async ({ workspace, body }) => ({ data: await readPastedOrder(workspace, body) }),
  )

  app.post(
    '/orders/checks',
    operation('checkOrder', "Compare a customer's order with the prices it would have", {
      right: ['orders', 'quotes'],
      own: { customer: 'body.customer' },
      config: { scope: 'read', kind: 'lines' },
      body: CheckOrder,
      answer: pricedEnvelope(z.array(OrderCheckLine)),
    }),
    async ({ workspace, currency, body }) => ({ data: await checkOrder(workspace, body), currency }),
  )
}

/** In its own scope: the body is the file itself. */
export const purchaseOrderFileRoutes: RoutePlugin = async (app) => {
  app.post(
    '/orders/file',
    operation('readOrderFile', 'Read a customer’s order from a file: text, CSV, .xlsx, or UBL 2.1 XML', {
      right: ['orders', 'quotes'],
      own: { customer: 'query.customer' },
      config: { scope: 'read' },
      params: z.object({ slug: z.string() }),
      querystring: z.object({ customer, code: optionalInteger(0, MAX_COLUMNS), qty: optionalInteger(0, MAX_COLUMNS) }),
      answer: envelope(PurchaseOrder),
    }),
    async ({ workspace, query: { customer, code, qty }, body, gone }) => {
      const columns = code === undefined || qty === undefined ? undefined : { code, qty }
      return { data: await readOrderFile(workspace, { customer, body: body as Readable, gone, columns }) }
    },
  )
}

import type { Readable } from 'node:stream'
import type { BuyerContext } from '../portal/buyer-context.ts'
import { readBuyersOrder } from '../portal/buyers-orders.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { dayOf } from '../local-day.ts'
import { readDocumentHead } from './document-head.ts'
import { PdfTable } from './pdf-table.ts'

const COLUMNS = [
  { header: 'SKU', width: 90 },
  { header: 'Product', width: 205, wraps: true as const },
  { header: 'Quantity', width: 90, align: 'right' as const },
  { header: 'Unit price', width: 65, align: 'right' as const },
  { header: 'Total', width: 65, align: 'right' as const },
]

/** An order of the buyer's customer as a PDF. Throws NotFound. */
export async function orderPdf(context: BuyerContext, id: string): Promise<{ number: number; pdf: Readable }> {
  const order = await readBuyersOrder(context, id)
  const { wholesaler, customer, money, taxLabel } = await readDocumentHead(context)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const amount = (minor: number | null) => (minor === null ? '' : money(minor))
  const under = [
    `${wholesaler}, for ${customer}`,
    `Placed on ${dayOf(new Date(order.placedAt), timezone)}${order.buyer ? ` by ${order.buyer.name}` : ''}`,
    ...(order.poNumber ? [`PO number: ${order.poNumber}`] : []),
    ...(order.note ? [`Note: ${order.note}`] : []),
    `Status: ${order.status}. Prices in ${order.currency}, ${taxLabel}`,
  ]
  const table = await PdfTable.begin(`Order ${order.number}`, under, COLUMNS)
  await table.add(
    order.lines.map(({ sku, name, qty, unitLabel, price }) => [
      sku,
      name,
      `${qty} ${unitLabel}`,
      amount(price.unit),
      amount(price.line),
    ]),
  )
  table.end(['', `Subtotal (${taxLabel})`, '', '', amount(order.subtotal)])
  return { number: order.number, pdf: table.stream as unknown as Readable }
}

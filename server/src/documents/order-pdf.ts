import type { Readable } from 'node:stream'
import type { CustomerContext } from '../portal/buyer-context.ts'
import { readBuyersOrder } from '../portal/buyers-orders.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { dayOf } from '../local-day.ts'
import { availabilityInWords } from '../rules/availability.ts'
import { totalLines } from '../rules/tax.ts'
import { readDocumentHead } from './document-head.ts'
import { PdfTable } from './pdf-table.ts'
import { productPictures } from './product-pictures.ts'

const COLUMNS = [
  { header: 'SKU', width: 90 },
  { header: 'Product', width: 205, wraps: true as const },
  { header: 'Quantity', width: 90, align: 'right' as const },
  { header: 'Unit price', width: 65, align: 'right' as const },
  { header: 'Total', width: 65, align: 'right' as const },
]

/** An order with more lines has no pictures: each takes some milliseconds. */
const MAX_PICTURED = 200

/** An order of the customer as a PDF. Throws NotFound. */
export async function orderPdf(context: CustomerContext, id: string): Promise<{ number: number; pdf: Readable }> {
  const order = await readBuyersOrder(context, id)
  const head = await readDocumentHead(context)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const amount = (minor: number | null) => (minor === null ? '' : head.money(minor))
  const under = [
    `For ${head.customer}`,
    `Placed on ${dayOf(new Date(order.placedAt), timezone)}${order.buyer ? ` by ${order.buyer.name}` : ''}`,
    ...(order.poNumber ? [`PO number: ${order.poNumber}`] : []),
    ...(order.note ? [`Note: ${order.note}`] : []),
    `Status: ${order.status}. Prices in ${order.currency}, ${head.taxLabel}`,
  ]
  const pictured = order.lines.length > MAX_PICTURED ? [] : order.lines.map(({ productId }) => productId)
  const pictures = await productPictures(context, pictured)
  const title = `Order ${order.number}`
  const table = await PdfTable.begin(head, { title, under, columns: COLUMNS, pictures: pictures.size > 0 })
  const fill = async () => {
    const rows = order.lines.map(({ productId, sku, name, qty, unitLabel, price, ...line }) => ({
      cells: [
        sku,
        [name, ...availabilityInWords(line)].join(' · '),
        `${qty} ${unitLabel}`,
        amount(price.unit),
        amount(price.line),
      ],
      picture: pictures.get(productId) ?? null,
    }))
    const totals = totalLines(order, head.taxLabel).map(({ label, amount: minor }) => [
      '',
      label,
      '',
      '',
      amount(minor),
    ])
    const terms = order.terms?.split('\n').map((line) => ['', line]) ?? []
    if (await table.add(rows)) await table.end([...totals, ...terms])
  }
  fill().catch((error: unknown) => table.stream.destroy(error as Error))
  return { number: order.number, pdf: table.stream as unknown as Readable }
}

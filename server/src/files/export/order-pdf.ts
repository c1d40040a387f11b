import type { Order, OrderLine } from '../../orders/order-rows.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { readBuyersOrder } from '../../portal/buyers-orders.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { deliveryInWords } from '../../orders/delivery.ts'
import { labelForBuyers } from '../../shared/order-steps.ts'
import { availabilityInWords } from '../../shared/availability.ts'
import { quantityInUnits } from '../../shared/units.ts'
import { dateInWords } from '../../shared/moment-in-words.ts'
import { totalLines } from '../../shared/tax.ts'
import { readDocumentHead } from './document-head.ts'
import { pdf } from './pdf.ts'
import type { PdfPart } from './pdf.ts'
import { productPictures } from './product-pictures.ts'

/** Of the lines of an order. */
export const ORDER_COLUMNS = [
  { header: 'SKU', width: 90 },
  { header: 'Product', width: 205, wraps: true as const },
  { header: 'Quantity', width: 90, align: 'right' as const },
  { header: 'Unit price', width: 65, align: 'right' as const },
  { header: 'Total', width: 65, align: 'right' as const },
]

/** An order with more lines has no pictures: each takes some milliseconds. */
const MAX_PICTURED = 200

/** An order of the customer as a PDF. Throws NotFound. */
export async function orderPdf(
  context: CustomerContext,
  id: string,
): Promise<{ number: number; pdf: AsyncGenerator<Uint8Array> }> {
  const order = await readBuyersOrder(context, id)
  const head = await readDocumentHead(context)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const amount = (minor: number | null) => (minor === null ? '' : head.money(minor))
  const under = [
    `For ${head.customer}`,
    placedInWords(order, timezone),
    ...(order.poNumber ? [`PO number: ${order.poNumber}`] : []),
    ...(order.costCentre ? [`Cost centre: ${order.costCentre}`] : []),
    ...deliveryInWords(order),
    ...(order.note ? [`Note: ${order.note}`] : []),
    `Status: ${labelForBuyers(order.status).toLowerCase()}. Prices in ${order.currency}, ${head.taxLabel}`,
  ]
  const pictured = order.lines.length > MAX_PICTURED ? [] : order.lines.map(({ productId }) => productId)
  const pictures = await productPictures(context, pictured)
  const title = `Order ${order.number}`
  const rows = order.lines.map((line) => ({
    cells: lineCells(line, amount),
    picture: pictures.get(line.productId) ?? null,
  }))
  const shape = { title, under, columns: ORDER_COLUMNS, pictures: pictures.size > 0 }
  return { number: order.number, pdf: pdf(head, shape, [{ rows }, totalRows(order, head.taxLabel, amount)]) }
}

/** "Placed on 3 March 2027 by Cy Chief, requested by Hal Helper" */
export function placedInWords(
  { placedAt, buyer, requestedBy }: Pick<Order, 'placedAt' | 'buyer' | 'requestedBy'>,
  timezone: string,
): string {
  const by = `${buyer ? ` by ${buyer.name}` : ''}${requestedBy ? `, requested by ${requestedBy.name}` : ''}`
  return `Placed on ${dateInWords(placedAt, timezone)}${by}`
}

type Amount = (minor: number | null) => string
type PrintedLine = Pick<OrderLine, 'sku' | 'name' | 'qty' | 'unitLabel' | 'availability' | 'leadTimeNote'> & {
  price: { unit: number | null; line: number }
}

/** A line of an order as a row of its PDF. */
export function lineCells({ sku, name, qty, unitLabel, price, ...line }: PrintedLine, amount: Amount): string[] {
  return [
    sku,
    [name, ...availabilityInWords(line)].join(' · '),
    quantityInUnits(qty, unitLabel),
    amount(price.unit),
    amount(price.line),
  ]
}

/** What an order comes to, and what the wholesaler says of it, as the last rows of its PDF. */
export function totalRows(
  order: Pick<Order, 'subtotal' | 'taxRateBp' | 'tax' | 'total' | 'terms'>,
  taxLabel: string,
  amount: Amount,
): PdfPart {
  const totals = totalLines(order, taxLabel).map(({ label, amount: minor }) => ['', label, '', '', amount(minor)])
  const terms = order.terms?.split('\n').map((line) => ['', line]) ?? []
  return { rows: [...totals, ...terms].map((cells) => ({ cells })), isTotal: true }
}

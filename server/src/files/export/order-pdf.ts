import type { Order, OrderLine, OrderWithLines } from '../../orders/order-rows.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { readBuyersOrder } from '../../portal/buyers-orders.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import type { Totals } from '../../orders/order-settings.ts'
import { wantedInWords } from '../../orders/delivery.ts'
import type { Delivery } from '../../orders/delivery.ts'
import { streetLines } from '../../shared/read-day.ts'
import { labelByHand } from '../../orders/price-by-hand.ts'
import type { PricedByHand } from '../../orders/price-by-hand.ts'
import { labelForBuyers, statusInWords } from '../../shared/order-steps.ts'
import { availabilityInWords } from '../../shared/availability.ts'
import { quantityInUnits } from '../../shared/units.ts'
import { dateInWords } from '../../shared/moment-in-words.ts'
import { totalLines } from '../../shared/tax.ts'
import { readDocumentHead, readWholesalerHead } from './document-head.ts'
import type { DocumentHead } from './document-head.ts'
import { pdf } from './pdf.ts'
import type { PdfPart } from './pdf.ts'
import { productPictures } from './product-table.ts'
import type { WorkspaceContext } from '../../context.ts'
import { moneyIn } from '../../workspaces/money-of.ts'
import { InvalidRequest, NotFound } from '../../errors.ts'
import { matchingOrders } from '../../orders/search-orders.ts'
import type { OrderSearch } from '../../orders/search-orders.ts'
import { readOrder } from '../../orders/read-order.ts'
import { PRINTED_ORDERS } from '../../shared/limits.ts'

/** Of the lines of an order. */
export const ORDER_COLUMNS = [
  { header: 'SKU', width: 90 },
  { header: 'Product', width: 205, wraps: true as const },
  { header: 'Quantity', width: 90, align: 'right' as const },
  { header: 'Unit price', width: 65, align: 'right' as const },
  { header: 'Total', width: 65, align: 'right' as const },
]

/** An order with more lines has no pictures: each takes some milliseconds. */
export const MAX_PICTURED = 200

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
    placedInWords(order, timezone),
    ...(order.poNumber ? [`PO number: ${order.poNumber}`] : []),
    ...(order.reference ? [`Reference: ${order.reference}`] : []),
    ...(order.costCentre ? [`Cost centre: ${order.costCentre}`] : []),
    ...wantedInWords(order),
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
  const to = [head.customer, ...deliverToLines(order)]
  const shape = { title, to, under, columns: ORDER_COLUMNS, pictures: pictures.size > 0 }
  return { number: order.number, pdf: pdf(head, shape, [{ rows }, totalRows(order, head.taxLabel, amount)]) }
}

/** "Placed on 3 March 2027 by Cy Chief, requested by Hal Helper" */
function placedInWords(
  { placedAt, buyer, requestedBy }: Pick<Order, 'placedAt' | 'buyer' | 'requestedBy'>,
  timezone: string,
): string {
  const by = `${buyer ? ` by ${buyer.name}` : ''}${requestedBy ? `, requested by ${requestedBy.name}` : ''}`
  return `Placed on ${dateInWords(placedAt, timezone)}${by}`
}

/** Where it goes, as on an envelope. */
function deliverToLines({ deliverTo }: Pick<Delivery, 'deliverTo'>): string[] {
  return deliverTo ? [`Deliver to: ${deliverTo.name}`, ...streetLines(deliverTo)] : []
}

type Amount = (minor: number | null) => string
type PrintedLine = Pick<
  OrderLine,
  'sku' | 'name' | 'qty' | 'unitLabel' | 'availability' | 'leadTimeNote' | 'customerCode'
> & {
  price: PricedByHand
}

/** A line of an order as a row of its PDF. */
export function lineCells(
  { sku, name, qty, unitLabel, customerCode, price, ...line }: PrintedLine,
  amount: Amount,
): string[] {
  return [
    sku,
    [
      name,
      ...(customerCode ? [`Your part number: ${customerCode}`] : []),
      ...labelByHand(price),
      ...availabilityInWords(line),
    ].join(' · '),
    quantityInUnits(qty, unitLabel),
    amount(price.unit),
    amount(price.line),
  ]
}

/** What an order comes to, and what the wholesaler says of it, as the last rows of its PDF. */
export function totalRows(order: Totals, taxLabel: string, amount: Amount): PdfPart {
  const totals = totalLines(order, taxLabel).map(({ label, amount: minor }) => ['', label, '', '', amount(minor)])
  const terms = order.terms?.split('\n').map((line) => ['', line]) ?? []
  return { rows: [...totals, ...terms].map((cells) => ({ cells })), isTotal: true }
}

/** Orders as one PDF for staff, each on its own pages. Throws NotFound, and InvalidRequest for too many. */
export async function ordersPdf(context: WorkspaceContext, asked: OrdersToPrint): Promise<AsyncGenerator<Uint8Array>> {
  const ids = await idsToPrint(context, asked)
  const head = await readWholesalerHead(context)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const orders = ordersToPrint(context, ids)
  const first = (await orders.next()).value as OrderWithLines
  const parts = async function* (): AsyncGenerator<PdfPart> {
    yield* partsOf(first, head)
    for await (const order of orders) {
      yield { next: shapeOf(order, head, timezone) }
      yield* partsOf(order, head)
    }
  }
  return pdf(head, { ...shapeOf(first, head, timezone), columns: ORDER_COLUMNS }, parts())
}

function shapeOf(order: OrderWithLines, head: DocumentHead, timezone: string) {
  const { number, customer, poNumber, reference, costCentre, note, currency, status } = order
  return {
    title: `Order ${number}`,
    to: [customer.name, ...(customer.accountCode ? [`Account ${customer.accountCode}`] : []), ...deliverToLines(order)],
    under: [
      placedInWords(order, timezone),
      ...(poNumber ? [`PO number: ${poNumber}`] : []),
      ...(reference ? [`Reference: ${reference}`] : []),
      ...(costCentre ? [`Cost centre: ${costCentre}`] : []),
      ...wantedInWords(order),
      ...(note ? [`Note: ${note}`] : []),
      `Status: ${statusInWords(status)}. Prices in ${currency}, ${head.taxLabel}`,
    ],
  }
}

function partsOf(order: OrderWithLines, { taxLabel }: DocumentHead): PdfPart[] {
  const money = moneyIn(order.currency)
  const amount = (minor: number | null) => (minor === null ? '' : money(minor))
  return [{ rows: order.lines.map((line) => ({ cells: lineCells(line, amount) })) }, totalRows(order, taxLabel, amount)]
}

/** Chosen orders by their ids, or all that match a filter. */
export type OrdersToPrint = { ids?: readonly string[] | undefined } & OrderSearch

/** The ids of the orders, in the order of the list. Throws InvalidRequest for too many, and NotFound for none. */
export async function idsToPrint(context: WorkspaceContext, { ids, ...search }: OrdersToPrint): Promise<string[]> {
  if (ids) return [...new Set(ids)]
  const found = await matchingOrders(context, search, PRINTED_ORDERS + 1)
  if (found.length === 0) throw new NotFound('There is no order that matches.')
  if (found.length > PRINTED_ORDERS) {
    throw new InvalidRequest(`More than ${PRINTED_ORDERS} orders cannot be printed at once: choose fewer of them.`)
  }
  return found.map(({ id }) => id)
}

/** These orders with their lines, one after the other: no statement reads the lines of many. Throws NotFound. */
export async function* ordersToPrint(
  context: WorkspaceContext,
  ids: readonly string[],
): AsyncGenerator<OrderWithLines> {
  for (const id of ids) yield await readOrder(context, id)
}

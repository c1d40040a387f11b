import { selectOrders } from '../../orders/order-rows.ts'
import type { Order, OrderLine, OrderWithLines } from '../../orders/order-rows.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { readBuyersOrder } from '../../portal/buyers-orders.ts'
import { readOrderSettings, totalsOf } from '../../orders/order-settings.ts'
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
import type { Context, WorkspaceContext } from '../../context.ts'
import { moneyIn } from '../../workspaces/money-of.ts'
import { InvalidRequest, NotFound } from '../../errors.ts'
import { matchingOrders } from '../../orders/search-orders.ts'
import type { OrderSearch } from '../../orders/search-orders.ts'
import { readOrder } from '../../orders/read-order.ts'
import { PRINTED_ORDERS } from '../../shared/limits.ts'
import { asPrinted, quoteFacts } from '../../orders/quotes/settle-quote.ts'
import { quoteNotFound, readQuote } from '../../orders/quotes/read-quote.ts'
import { QUOTE_WORDS } from '../../shared/quote-statuses.ts'
import { buffer } from 'node:stream/consumers'

/** Of the lines of an order. */
const ORDER_COLUMNS = [
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
  const shape = {
    title: `Order ${order.number}`,
    to: [head.customer, ...deliverToLines(order)],
    under: factsOf(order, labelForBuyers(order.status).toLowerCase(), head),
  }
  return { number: order.number, pdf: await picturedPdf(context, { head, shape, lines: order.lines, totals: order }) }
}

type Pictured = {
  head: DocumentHead
  shape: { title: string; to: string[]; under: string[] }
  lines: readonly (PrintedLine & { productId: string })[]
  totals: Totals
}

/** Lines with their pictures, and what they come to. */
async function picturedPdf(context: WorkspaceContext, { head, shape, lines, totals }: Pictured) {
  const pictured = lines.length > MAX_PICTURED ? [] : lines.map(({ productId }) => productId)
  const pictures = await productPictures(context, pictured)
  const amount = amountIn(head.money)
  const rows = lines.map((line) => ({
    cells: lineCells(line, amount),
    picture: pictures.get(line.productId) ?? null,
  }))
  return pdf(head, { ...shape, columns: ORDER_COLUMNS, pictures: pictures.size > 0 }, [
    { rows },
    totalRows(totals, head.taxLabel, amount),
  ])
}

/** What the head of an order says below its title. */
function factsOf(order: Omit<Order, 'customer'>, status: string, { timezone, taxLabel }: DocumentHead): string[] {
  const { poNumber, reference, costCentre, note, currency } = order
  return [
    placedInWords(order, timezone),
    ...(poNumber ? [`PO number: ${poNumber}`] : []),
    ...(reference ? [`Reference: ${reference}`] : []),
    ...(costCentre ? [`Cost centre: ${costCentre}`] : []),
    ...wantedInWords(order),
    ...(note ? [`Note: ${note}`] : []),
    `Status: ${status}. Prices in ${currency}, ${taxLabel}`,
  ]
}

/** "Placed on 3 March 2027 by Cy Chief, requested by Hal Helper" */
function placedInWords({ placedAt, buyer, requestedBy }: Omit<Order, 'customer'>, timezone: string): string {
  const by = `${buyer ? ` by ${buyer.name}` : ''}${requestedBy ? `, requested by ${requestedBy.name}` : ''}`
  return `Placed on ${dateInWords(placedAt, timezone)}${by}`
}

/** Where it goes, as on an envelope. */
function deliverToLines({ deliverTo }: Pick<Delivery, 'deliverTo'>): string[] {
  return deliverTo ? [`Deliver to: ${deliverTo.name}`, ...streetLines(deliverTo)] : []
}

type Amount = (minor: number | null) => string

function amountIn(money: (minor: number) => string): Amount {
  return (minor) => (minor === null ? '' : money(minor))
}

type PrintedLine = Pick<
  OrderLine,
  'sku' | 'name' | 'qty' | 'unitLabel' | 'availability' | 'leadTimeNote' | 'customerCode'
> & {
  price: PricedByHand
}

/** A line of an order as a row of its PDF. */
function lineCells({ sku, name, qty, unitLabel, customerCode, price, ...line }: PrintedLine, amount: Amount): string[] {
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
function totalRows(order: Totals, taxLabel: string, amount: Amount): PdfPart {
  const totals = totalLines(order, taxLabel).map(({ label, amount: minor }) => ['', label, '', '', amount(minor)])
  const terms = order.terms?.split('\n').map((line) => ['', line]) ?? []
  return { rows: [...totals, ...terms].map((cells) => ({ cells })), isTotal: true }
}

/** Orders as one PDF for staff, each on its own pages. Throws NotFound, and InvalidRequest for too many. */
export async function ordersPdf(context: WorkspaceContext, asked: OrdersToPrint): Promise<AsyncGenerator<Uint8Array>> {
  const ids = await idsToPrint(context, asked)
  const head = await readWholesalerHead(context)
  const orders = ordersToPrint(context, ids)
  const first = (await orders.next()).value as OrderWithLines
  const parts = async function* (): AsyncGenerator<PdfPart> {
    yield* partsOf(first, head)
    for await (const order of orders) {
      yield { next: shapeOf(order, head) }
      yield* partsOf(order, head)
    }
  }
  return pdf(head, { ...shapeOf(first, head), columns: ORDER_COLUMNS }, parts())
}

function shapeOf(order: OrderWithLines, head: DocumentHead) {
  const { number, customer, status } = order
  return {
    title: `Order ${number}`,
    to: [customer.name, ...(customer.accountCode ? [`Account ${customer.accountCode}`] : []), ...deliverToLines(order)],
    under: factsOf(order, statusInWords(status), head),
  }
}

function partsOf(order: OrderWithLines, { taxLabel }: DocumentHead): PdfPart[] {
  const amount = amountIn(moneyIn(order.currency))
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

/**
 * A quote as a PDF, as its customer gets it. Throws NotFound, also for a quote of another customer than `seenBy`, and
 * InvalidRequest for one that was not sent.
 */
export async function quotePdf(
  context: WorkspaceContext,
  id: string,
  seenBy?: string,
): Promise<{ number: number; pdf: AsyncGenerator<Uint8Array> }> {
  const quote = await readQuote(context, id)
  const { number, customer, lines, currency, status, sentAt, total } = quote
  if (seenBy !== undefined && seenBy !== customer.id) throw quoteNotFound(id)
  if (sentAt === null) throw new InvalidRequest(`Quote ${number} was not sent yet: it has a PDF from then on.`)
  const head = { ...(await readDocumentHead({ ...context, customerId: customer.id })), money: moneyIn(currency) }
  const facts = quoteFacts(quote).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  const shape = {
    title: `Quote ${number}`,
    to: [head.customer],
    under: [
      ...facts.slice(1),
      `Status: ${QUOTE_WORDS[status].forBuyers.toLowerCase()}. Prices in ${currency}, ${head.taxLabel}`,
    ],
  }
  const totals = totalsOf(total!, await readOrderSettings(context))
  return { number, pdf: await picturedPdf(context, { head, shape, lines: lines.map(asPrinted), totals }) }
}

type MailedDocument = { filename: string; content: Buffer }

/** An order as its customer's buyers see it, as a file to attach to a mail; null if it is there no longer. */
export async function mailedOrder(context: Context, workspaceId: string, id: string): Promise<MailedDocument | null> {
  const workspace = asMailer(context, workspaceId)
  const order = await selectOrders(workspace).where('o.id', '=', id).executeTakeFirst()
  if (!order) return null
  return made('order', orderPdf({ ...workspace, customerId: order.customer_id }, id))
}

/** A quote in the same way. */
export async function mailedQuote(context: Context, workspaceId: string, id: string): Promise<MailedDocument | null> {
  return made('quote', quotePdf(asMailer(context, workspaceId), id))
}

function asMailer(context: Context, workspaceId: string): WorkspaceContext {
  return { ...context, workspaceId, actor: { type: 'system', id: null, name: 'Mail' } }
}

async function made(
  noun: 'order' | 'quote',
  document: Promise<{ number: number; pdf: AsyncGenerator<Uint8Array> }>,
): Promise<MailedDocument | null> {
  try {
    const { number, pdf } = await document
    return { filename: `${noun}-${number}.pdf`, content: await buffer(pdf) }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

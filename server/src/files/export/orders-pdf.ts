import type { WorkspaceContext } from '../../context.ts'
import { deliveryInWords } from '../../orders/delivery.ts'
import type { OrderWithLines } from '../../orders/order-rows.ts'
import { statusInWords } from '../../shared/order-steps.ts'
import { moneyIn } from '../../workspaces/money-of.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { readWholesalerHead } from './document-head.ts'
import type { DocumentHead } from './document-head.ts'
import { lineCells, ORDER_COLUMNS, placedInWords, totalRows } from './order-pdf.ts'
import { idsToPrint, ordersToPrint } from './orders-to-print.ts'
import type { OrdersToPrint } from './orders-to-print.ts'
import { pdf } from './pdf.ts'
import type { PdfPart } from './pdf.ts'

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
  const { number, customer, poNumber, costCentre, note, currency, status } = order
  return {
    title: `Order ${number}`,
    under: [
      `For ${customer.name}${customer.accountCode ? `, account ${customer.accountCode}` : ''}`,
      placedInWords(order, timezone),
      ...(poNumber ? [`PO number: ${poNumber}`] : []),
      ...(costCentre ? [`Cost centre: ${costCentre}`] : []),
      ...deliveryInWords(order),
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

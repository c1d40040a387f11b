import type { Readable } from 'node:stream'
import type { WorkspaceContext } from '../context.ts'
import { dayOf } from '../local-day.ts'
import { deliveryInWords } from '../orders/delivery.ts'
import type { OrderWithLines } from '../orders/order-rows.ts'
import { statusInWords } from '../rules/order-steps.ts'
import { moneyIn } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { readWholesalerHead } from './document-head.ts'
import type { DocumentHead } from './document-head.ts'
import { lineCells, ORDER_COLUMNS, totalCells } from './order-pdf.ts'
import { idsToPrint, ordersToPrint } from './orders-to-print.ts'
import type { OrdersToPrint } from './orders-to-print.ts'
import { PdfTable } from './pdf-table.ts'
import { printable } from './pdf-text.ts'

/** Orders as one PDF for staff, each on its own pages. Throws NotFound, and InvalidRequest for too many. */
export async function ordersPdf(context: WorkspaceContext, asked: OrdersToPrint): Promise<Readable> {
  const ids = await idsToPrint(context, asked)
  const head = await readWholesalerHead(context)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const orders = ordersToPrint(context, ids)
  const first = (await orders.next()).value as OrderWithLines
  const table = await PdfTable.begin(head, { ...shapeOf(first, head, timezone), columns: ORDER_COLUMNS })
  const fill = async () => {
    let present = first
    let isRead = await table.add(rowsOf(present))
    for await (const order of orders) {
      if (!isRead) return
      await table.next(head, shapeOf(order, head, timezone), totalsOf(present, head))
      isRead = await table.add(rowsOf(order))
      present = order
    }
    if (isRead) await table.end(totalsOf(present, head))
  }
  fill().catch((error: unknown) => table.stream.destroy(error as Error))
  return table.stream as unknown as Readable
}

function shapeOf(order: OrderWithLines, head: DocumentHead, timezone: string) {
  const { number, customer, buyer, poNumber, costCentre, note, currency, status, placedAt } = order
  return {
    title: `Order ${number}`,
    under: [
      `For ${customer.name}${customer.accountCode ? `, account ${customer.accountCode}` : ''}`,
      `Placed on ${dayOf(new Date(placedAt), timezone)}${buyer ? ` by ${buyer.name}` : ''}`,
      ...(poNumber ? [`PO number: ${poNumber}`] : []),
      ...(costCentre ? [`Cost centre: ${costCentre}`] : []),
      ...deliveryInWords(order),
      ...(note ? [`Note: ${note}`] : []),
      `Status: ${statusInWords(status)}. Prices in ${currency}, ${head.taxLabel}`,
    ],
  }
}

function rowsOf({ lines, currency }: OrderWithLines) {
  const amount = amountIn(currency)
  return lines.map((line) => ({ cells: lineCells(line, amount) }))
}

function totalsOf(order: OrderWithLines, { taxLabel }: DocumentHead): string[][] {
  return totalCells(order, taxLabel, amountIn(order.currency))
}

/** With the code where a PDF cannot show the sign. */
function amountIn(currency: string): (minor: number | null) => string {
  const money = moneyIn(currency)
  return (minor) => {
    const text = minor === null ? '' : money(minor)
    return printable(text) === text ? text : text.replace(/^[^\d-]+/, `${currency} `)
  }
}

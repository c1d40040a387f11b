import type { WorkspaceContext } from '../../context.ts'
import { dayOf } from '../../lib/local-time.ts'
import type { Order, OrderWithLines } from '../../orders/order-rows.ts'
import { findOrders, readInOrder } from '../../orders/search-orders.ts'
import type { OrderSearch } from '../../orders/search-orders.ts'
import { readOrder } from '../../orders/read-order.ts'
import { addressInWords } from '../../shared/read-day.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { tableFile } from './table-file.ts'
import type { TableFormat } from './table-file.ts'
import type { Cell } from './xlsx.ts'

export const ORDER_ROWS = ['orders', 'lines'] as const

type Column<Row> = { header: string; width: number; cell: (row: Row, timezone: string) => Cell }
type Line = { order: Order; line: OrderWithLines['lines'][number] }

const HEAD: Column<Order>[] = [
  { header: 'Order', width: 10, cell: ({ number }) => number },
  { header: 'Status', width: 12, cell: ({ status }) => status },
  { header: 'Placed', width: 12, cell: ({ placedAt }, timezone) => dayOf(new Date(placedAt), timezone) },
  { header: 'Account code', width: 14, cell: ({ customer }) => customer.accountCode },
  { header: 'Customer', width: 30, cell: ({ customer }) => customer.name },
  { header: 'Buyer', width: 24, cell: ({ buyer }) => buyer?.name ?? null },
  { header: 'Requested by', width: 24, cell: ({ requestedBy }) => requestedBy?.name ?? null },
  { header: 'Cost centre', width: 16, cell: ({ costCentre }) => costCentre },
  { header: 'PO number', width: 16, cell: ({ poNumber }) => poNumber },
  { header: 'Deliver to', width: 36, cell: ({ deliverTo }) => deliverTo && addressInWords(deliverTo) },
  { header: 'Wanted on', width: 12, cell: ({ wantedOn }) => wantedOn },
]

const OF_ORDER: Column<Order>[] = [
  ...HEAD,
  { header: 'Lines', width: 8, cell: ({ lineCount }) => lineCount },
  { header: 'Subtotal', width: 14, cell: ({ subtotal }) => ({ minor: subtotal }) },
  { header: 'Tax', width: 12, cell: ({ tax }) => (tax === null ? null : { minor: tax }) },
  { header: 'Total', width: 14, cell: ({ total }) => (total === null ? null : { minor: total }) },
  { header: 'Currency', width: 10, cell: ({ currency }) => currency },
  { header: 'Tracking', width: 24, cell: ({ tracking }) => tracking },
  { header: 'Note', width: 40, cell: ({ note }) => note },
  { header: 'Reference', width: 16, cell: ({ reference }) => reference },
]

const OF_LINE: Column<Line>[] = [
  ...HEAD.map(({ cell, ...column }) => ({ ...column, cell: ({ order }: Line, zone: string) => cell(order, zone) })),
  { header: 'SKU', width: 16, cell: ({ line }) => line.sku },
  { header: 'Product', width: 36, cell: ({ line }) => line.name },
  { header: 'Quantity', width: 10, cell: ({ line }) => line.qty },
  { header: 'Unit', width: 12, cell: ({ line }) => line.unitLabel },
  { header: 'Unit price', width: 12, cell: ({ line }) => ({ minor: line.price.unit ?? 0 }) },
  { header: 'Total', width: 14, cell: ({ line }) => ({ minor: line.price.line }) },
  { header: 'Currency', width: 10, cell: ({ order }) => order.currency },
  { header: 'Price explanation', width: 30, cell: ({ line }) => line.price.label || null },
  { header: 'Customer part number', width: 20, cell: ({ line }) => line.customerCode },
  { header: 'Reference', width: 16, cell: ({ order }) => order.reference },
]

/** Orders that are read at once. */
const PAGE = 250

/** The orders that match as a file, in the order of the list; with `lines`, a row for each of their lines. */
export async function* orderTable(
  context: WorkspaceContext,
  { format, rows, ...search }: OrderSearch & { format: TableFormat; rows: (typeof ORDER_ROWS)[number] },
): AsyncGenerator<string | Buffer> {
  const { currencyDecimals: decimals, timezone } = await readWorkspace(context, context.workspaceId)
  const columns: Column<never>[] = rows === 'lines' ? OF_LINE : OF_ORDER
  const shape = {
    sheet: rows === 'lines' ? 'Order lines' : 'Orders',
    widths: columns.map(({ width }) => width),
    decimals,
  }
  const parts = rows === 'lines' ? linesOf(context, search) : ordersOf(context, search)
  yield* tableFile(format, shape, tableOf(columns as Column<unknown>[], parts, timezone))
}

async function* tableOf(
  columns: readonly Column<unknown>[],
  parts: AsyncIterable<unknown[]>,
  timezone: string,
): AsyncGenerator<Cell[][]> {
  yield [columns.map(({ header }) => header)]
  for await (const part of parts) yield part.map((row) => columns.map(({ cell }) => cell(row, timezone)))
}

async function* ordersOf(context: WorkspaceContext, search: OrderSearch): AsyncGenerator<Order[]> {
  for await (const found of findOrders(context, search)) {
    for (let from = 0; from < found.length; from += PAGE) {
      yield await readInOrder(
        context,
        found.slice(from, from + PAGE).map(({ id }) => id),
      )
    }
  }
}

async function* linesOf(context: WorkspaceContext, search: OrderSearch): AsyncGenerator<Line[]> {
  for await (const found of findOrders(context, search)) {
    for (const { id } of found) {
      const order = await readOrder(context, id)
      yield order.lines.map((line) => ({ order, line }))
    }
  }
}

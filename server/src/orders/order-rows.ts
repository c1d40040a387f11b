import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Actor, Availability, Candidate, OrderChanges, Price } from '../database/column-values.ts'
import type { OrderStatus } from '../shared/order-steps.ts'

export type OrderLine = {
  id: string
  productId: string
  sku: string
  name: string
  unitLabel: string
  qty: number
  /** Of the product when it was ordered; null where it is not known. */
  availability: Availability | null
  leadTimeNote: string | null
  /** The customer's own part number for the product then. */
  customerCode: string | null
  price: Price
  /** Every price that was considered when the price was made. */
  candidates: Candidate[]
  /** When the price was made: when the order was placed, or the line was priced again. */
  pricedAt: string
  /** The quantity that it was made for. */
  pricedQty: number
}

/** A step to a status; or a change of the lines, which `changes` tells. */
export type OrderStep = {
  status: OrderStatus
  at: string
  by: Actor
  note: string | null
  changes: OrderChanges | null
}

/** An order with its lines and its history. */
export type OrderWithLines = Order & { lines: OrderLine[]; history: OrderStep[] }

/** Selects the orders of the workspace, with the columns of lists. */
export function selectOrders({ db, workspaceId }: WorkspaceContext) {
  return db
    .selectFrom('sales_order as o')
    .where('o.workspace_id', '=', workspaceId)
    .select([
      'o.id',
      'o.number',
      'o.status',
      'o.customer_id',
      'o.customer_account_code',
      'o.customer_name',
      'o.buyer_name',
      'o.buyer_email',
      'o.requested_by_name',
      'o.requested_by_email',
      'o.po_number as poNumber',
      'o.cost_centre as costCentre',
      'o.reference',
      'o.note',
      'o.currency',
      'o.line_count as lineCount',
      'o.subtotal',
      'o.tax_rate_bp as taxRateBp',
      'o.tax',
      'o.terms',
      'o.deliver_to as deliverTo',
      'o.wanted_on as wantedOn',
      'o.credit_hold as creditHold',
      'o.tracking',
      'o.placed_at',
      'o.updated_at',
    ])
}

/** As it is read. */
export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]

/** An order as lists show it. `subtotal`: minor units, before tax. */
export type Order = ReturnType<typeof shapeOrder>

export function shapeOrder({
  customer_id: id,
  customer_account_code: accountCode,
  customer_name: name,
  buyer_name: buyer,
  buyer_email: email,
  requested_by_name: requester,
  requested_by_email: requesterEmail,
  placed_at: placedAt,
  updated_at: updatedAt,
  ...order
}: OrderRow) {
  return {
    ...order,
    total: order.tax === null ? null : order.subtotal + order.tax,
    customer: { id, accountCode, name },
    /** Null if staff or the operator placed it. */
    buyer: buyer === null ? null : { name: buyer, email: email! },
    requestedBy: requester === null ? null : { name: requester, email: requesterEmail! },
    placedAt: placedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** A column with the lines of the order. The same statement reads the order, so they add up to its subtotal. */
export function orderLines(workspaceId: string) {
  return sql<OrderLine[]>`(
    select json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'sku', l.sku, 'name', l.name,
      'unitLabel', l.unit_label, 'qty', l.qty, 'availability', l.availability,
      'leadTimeNote', l.lead_time_note, 'customerCode', l.customer_code, 'price', l.price, 'candidates', l.candidates,
      'pricedAt', coalesce(l.priced_at, o.placed_at), 'pricedQty', coalesce(l.priced_qty, l.qty)))
    from (select * from sales_order_line
      where workspace_id = ${workspaceId} and order_id = o.id order by position) l)`
}

export function shapeLines(lines: readonly OrderLine[]): OrderLine[] {
  return lines.map((line) => ({ ...line, pricedAt: new Date(line.pricedAt).toISOString() }))
}

/**
 * A column with the history of the order, oldest first. The same statement reads the order, so both have the same
 * status.
 */
export function orderHistory(workspaceId: string) {
  return sql<OrderStep[]>`(
    select json_agg(json_build_object('status', h.status, 'at', h.at, 'by', h.actor, 'note', h.note,
      'changes', h.changes) order by h.step)
    from sales_order_history h where h.workspace_id = ${workspaceId} and h.order_id = o.id)`
}

export function shapeHistory(steps: readonly OrderStep[]): OrderStep[] {
  return steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() }))
}

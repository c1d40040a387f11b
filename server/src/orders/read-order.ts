import type { WorkspaceContext } from '../context.ts'
import { uuidArray } from '../database/rowset.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { orderHistory, orderLines, selectOrders, shapeHistory, shapeLines, shapeOrder } from './order-rows.ts'
import type { Order, OrderWithLines } from './order-rows.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { readFeed } from '../workspaces/feeds/read-feed.ts'
import type { AskedPage } from '../workspaces/feeds/read-feed.ts'

/** One order, by id or number, with its lines and history. Throws NotFound. */
export async function readOrder(context: WorkspaceContext, idOrNumber: string): Promise<OrderWithLines> {
  const [order] = await ordersThat(context, isOrder(idOrNumber))
  if (!order) throw orderNotFound(idOrNumber)
  return order
}

/** Those of these orders that are there, by id. */
export async function readOrders(context: WorkspaceContext, ids: readonly string[]) {
  const orders = await ordersThat(context, sql`o.id = any(${uuidArray(ids)})`)
  return new Map(orders.map((order) => [order.id, order]))
}

async function ordersThat(context: WorkspaceContext, isOne: RawBuilder<boolean>): Promise<OrderWithLines[]> {
  const rows = await selectOrders(context)
    .select([orderLines(context.workspaceId).as('lines'), orderHistory(context.workspaceId).as('history')])
    .where(isOne)
    .execute()
  return rows.map(({ lines, history, ...order }) => {
    return { ...shapeOrder(order), lines: shapeLines(lines), history: shapeHistory(history) }
  })
}

/** True for the order with that id or number. */
export function isOrder(idOrNumber: string): RawBuilder<boolean> {
  if (isUuid(idOrNumber)) return sql`id = ${idOrNumber}`
  return /^\d{1,9}$/.test(idOrNumber) ? sql`number = ${Number(idOrNumber)}` : sql`false`
}

export function orderNotFound(idOrNumber: string): NotFound {
  return new NotFound(`There is no order with the id or number ${quoted(idOrNumber)}.`, 'unknown_order')
}

/** Only this many of the most recent matching orders are listed. */
export const ORDERS_LISTED = 200

type ListedOrders = {
  status?: OrderStatus | undefined
  /** Id or account code. */
  customer?: string | undefined
  number?: number | undefined
  /** Exactly as it was given. */
  reference?: string | undefined
  placedSince?: Date | undefined
  /** The first and the last day on which it is wanted. */
  wantedOn?: readonly [from: string, to: string] | undefined
}

/** A page of the most recent orders that match, newest first. Throws NotFound for an unknown customer. */
export async function listOrders(
  context: WorkspaceContext,
  { limit, offset, ...input }: ListedOrders & { limit: number; offset: number },
): Promise<Order[]> {
  const customer = input.customer === undefined ? null : await findCustomer(context, input.customer)
  if (offset >= ORDERS_LISTED) return []
  const { status, number, reference, placedSince, wantedOn } = input
  const rows = await selectOrders(context)
    .$if(status !== undefined, (query) => query.where('o.status', '=', status!))
    .$if(customer !== null, (query) => query.where('o.customer_id', '=', customer!.id))
    .$if(number !== undefined, (query) => query.where('o.number', '=', number!))
    .$if(reference !== undefined, (query) => query.where('o.reference', '=', reference!))
    .$if(placedSince !== undefined, (query) => query.where('o.placed_at', '>=', placedSince!))
    .$if(wantedOn !== undefined, (query) =>
      query.where('o.wanted_on', '>=', wantedOn![0]).where('o.wanted_on', '<=', wantedOn![1]),
    )
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.number', 'desc')
    .limit(Math.min(limit, ORDERS_LISTED - offset))
    .offset(offset)
    .execute()
  return rows.map(shapeOrder)
}

/** Lines of the orders of a page; one order may have more. */
const MOST_LINES = 2_000

/** A page of the feed of orders: placed, or changed in any way that `readOrder` shows. See `readFeed`. */
export function readOrderFeed(context: WorkspaceContext, asked: AskedPage) {
  return readFeed(context, asked, {
    kind: 'order',
    name: 'orders',
    fitting: async (changes) => {
      const { rows } = await sql<{ id: string; count: number }>`
        select id, line_count as count from sales_order
        where workspace_id = ${context.workspaceId}
          and id = any(${uuidArray(changes.map(({ id }) => id))})`.execute(context.db)
      const counts = new Map(rows.map(({ id, count }) => [id, count]))
      let lines = 0
      const past = changes.findIndex(({ id }) => (lines += counts.get(id) ?? 0) > MOST_LINES)
      return past < 0 ? changes.length : Math.max(past, 1)
    },
    read: (ids) => readOrders(context, ids),
    // No order is ever deleted.
    entry: ({ id, at }, order) => ({ id, number: order!.number, at, order: order! }),
  })
}

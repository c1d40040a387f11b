import type { WorkspaceContext } from '../context.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { orderHistory, orderLines, selectOrders, shapeHistory, shapeLines, shapeOrder } from './order-rows.ts'
import type { OrderWithLines, Order } from './order-rows.ts'
import type { OrderStatus } from '../shared/order-steps.ts'

/** One order with its lines and history. Throws NotFound. */
export async function readOrder(context: WorkspaceContext, id: string): Promise<OrderWithLines> {
  const row = isUuid(id)
    ? await selectOrders(context)
        .select([orderLines(context.workspaceId).as('lines'), orderHistory(context.workspaceId).as('history')])
        .where('o.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw orderNotFound(id)
  const { lines, history, ...order } = row
  return { ...shapeOrder(order), lines: shapeLines(lines), history: shapeHistory(history) }
}

export function orderNotFound(id: string): NotFound {
  return new NotFound(`There is no order with the id ${quoted(id)}.`, 'unknown_order')
}

/** Only this many of the most recent matching orders are listed. */
export const ORDERS_LISTED = 200

/** A page of the most recent orders, newest first, with one status or with any. */
export async function listOrders(
  context: WorkspaceContext,
  input: { status?: OrderStatus | undefined; limit: number; offset: number },
): Promise<Order[]> {
  if (input.offset >= ORDERS_LISTED) return []
  const rows = await selectOrders(context)
    .$if(input.status !== undefined, (query) => query.where('o.status', '=', input.status!))
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.number', 'desc')
    .limit(Math.min(input.limit, ORDERS_LISTED - input.offset))
    .offset(input.offset)
    .execute()
  return rows.map(shapeOrder)
}

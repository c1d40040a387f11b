import type { WorkspaceContext } from '../context.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'
import type { Order } from './order-rows.ts'
import type { OrderStatus } from '../shared/order-steps.ts'

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

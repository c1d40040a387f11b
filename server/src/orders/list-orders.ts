import type { WorkspaceContext } from '../context.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'
import type { Order } from './order-rows.ts'
import type { OrderStatus } from '../database/column-values.ts'

/** How many of the most recent matching orders a list goes through. */
export const ORDERS_LISTED = 200

/** A page of the most recent orders, newest first, of one status or of all. */
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

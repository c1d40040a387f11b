import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { ORDER_STATUSES } from '../rules/order-steps.ts'
import type { OrderStatus } from '../rules/order-steps.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'
import type { Order } from './order-rows.ts'

export type OrderSearch = {
  /**
   * Each word must be part of the number, of the customer's name or code, the purchase order number or the buyer's
   * name.
   */
  q?: string | undefined
  /** Id of a customer. */
  customer?: string | undefined
  status?: OrderStatus | undefined
}

/** A page of orders for staff: new ones first, then all others, each newest first. With a status: newest first. */
export async function searchOrders(
  context: WorkspaceContext,
  { limit, offset, ...search }: OrderSearch & { limit: number; offset: number },
): Promise<Order[]> {
  // Two ranges of indexes, each cut where the page ends, so that no page sorts all orders.
  const newest = (rank: number, status: RawBuilder<boolean>) =>
    selectOrders(context)
      .select(sql.lit(rank).as('rank'))
      .where(status)
      .where(matches(search))
      .orderBy('o.placed_at', 'desc')
      .orderBy('o.number', 'desc')
      .limit(limit + offset)
  const found =
    search.status === undefined
      ? context.db
          .selectFrom(newest(0, sql`o.status = 'new'`).as('waiting'))
          .selectAll()
          .unionAll(context.db.selectFrom(newest(1, sql`o.status <> 'new'`).as('handled')).selectAll())
      : newest(0, sql`true`)
  const rows = await context.db
    .selectFrom(found.as('o'))
    .selectAll()
    .orderBy('rank')
    .orderBy('placed_at', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(shapeOrder)
}

/** The number of matching orders of each status. */
export async function countOrders(
  context: WorkspaceContext,
  search: OrderSearch,
): Promise<Record<OrderStatus, number>> {
  const rows = await context.db
    .selectFrom('sales_order as o')
    .select(['o.status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('o.workspace_id', '=', context.workspaceId)
    .where(matches(search))
    .groupBy('o.status')
    .execute()
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]))
  return Object.fromEntries(ORDER_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    OrderStatus,
    number
  >
}

/** The first orders that match, with their present status. */
export async function matchingOrders(
  { db, workspaceId }: WorkspaceContext,
  search: OrderSearch,
  limit: number,
): Promise<{ id: string; seen: OrderStatus }[]> {
  return db
    .selectFrom('sales_order as o')
    .select(['o.id', 'o.status as seen'])
    .where('o.workspace_id', '=', workspaceId)
    .where(matches(search))
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.number', 'desc')
    .limit(limit)
    .execute()
}

function matches({ q = '', customer, status }: OrderSearch): RawBuilder<boolean> {
  const words = q.split(/\s+/).filter((word) => word !== '')
  const conditions = [
    sql`true`,
    ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ...(customer === undefined ? [] : [sql`o.customer_id::text = ${customer.toLowerCase()}`]),
    // A subquery is evaluated once, and not for each order.
    ...words.map((word) => sql`position((select order_search_text(${word})) in o.search) > 0`),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

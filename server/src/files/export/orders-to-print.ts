import type { WorkspaceContext } from '../../context.ts'
import { InvalidRequest, NotFound } from '../../errors.ts'
import type { OrderSearch } from '../../orders/order-search.ts'
import type { OrderWithLines } from '../../orders/order-rows.ts'
import { readOrder } from '../../orders/read-order.ts'
import { matchingOrders } from '../../orders/search-orders.ts'
import { PRINTED_ORDERS } from '../../shared/limits.ts'

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

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { textArray } from '../database/rowset.ts'
import { Conflict, InvalidRequest, NotFound } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { moveOrder } from './move-order.ts'
import { matchingOrders } from './search-orders.ts'
import type { OrderSearch } from './order-search.ts'

/** The most orders that one call moves. */
export const MAX_MOVES = 1_000

/** An order with the status that the caller was shown. */
export type SeenOrder = { id: string; seen: OrderStatus }

/** Single orders; or all that match a search, with the number of orders that was shown. */
export type OrdersToMove = { orders: readonly SeenOrder[] } | { matching: OrderSearch; expected: number }

export type MovedOrders = {
  /** How many orders were moved. */
  moved: number
  /** The orders that were not, and why. */
  problems: { id: string; number: number | null; message: string }[]
}

/**
 * Moves each of the orders to its next status, in its own transaction. An order that cannot be moved keeps none of the
 * others from it. Throws Conflict if another number of orders matches, and moves none.
 */
export async function moveOrders(
  context: WorkspaceContext,
  input: OrdersToMove & { status: OrderStatus; note?: string | undefined },
): Promise<MovedOrders> {
  const { status, note } = input
  const orders = 'orders' in input ? input.orders : await expectedOrders(context, input)
  const numbers = await readNumbers(context, orders)
  const result: MovedOrders = { moved: 0, problems: [] }
  for (const { id, seen } of orders) {
    const message = await problemOf(moveOrder(context, { id, seen, status, note }))
    if (message === null) result.moved++
    else result.problems.push({ id, number: numbers.get(id) ?? null, message })
  }
  return result
}

async function expectedOrders(
  context: WorkspaceContext,
  { matching, expected }: { matching: OrderSearch; expected: number },
): Promise<SeenOrder[]> {
  if (expected > MAX_MOVES) throw new InvalidRequest(`At most ${MAX_MOVES} orders can be moved at a time.`)
  const found = await matchingOrders(context, matching, MAX_MOVES + 1)
  if (found.length === expected) return found
  const now = found.length > MAX_MOVES ? `More than ${MAX_MOVES}` : String(found.length)
  throw new Conflict(`${now} orders match by now, and ${expected} were shown. None was moved: look at the list again.`)
}

async function readNumbers({ db, workspaceId }: WorkspaceContext, orders: readonly SeenOrder[]) {
  const ids = textArray(orders.map(({ id }) => id).filter(isUuid))
  const rows = await db
    .selectFrom('sales_order')
    .select(['id', 'number'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** What keeps the order from being moved; null once it is. */
async function problemOf(move: Promise<unknown>): Promise<string | null> {
  try {
    await move
    return null
  } catch (error) {
    if (error instanceof Conflict || error instanceof InvalidRequest || error instanceof NotFound) return error.message
    throw error
  }
}

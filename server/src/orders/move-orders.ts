import type { WorkspaceContext } from '../context.ts'
import type { OrderStatus } from '../database/column-values.ts'
import { Conflict, InvalidRequest, NotFound } from '../errors.ts'
import { moveOrder } from './move-order.ts'

/** Whether an order was moved; if not, `problem` says why. */
export type MoveResult = { id: string; problem: string | null }

/**
 * Moves each of the orders to its next status, in a transaction of its own. An order that cannot be moved does not keep the
 * others from it. `seen` is the status that the caller was shown.
 */
export async function moveOrders(
  context: WorkspaceContext,
  input: { orders: readonly { id: string; seen: OrderStatus }[]; status: OrderStatus; note?: string | undefined },
): Promise<MoveResult[]> {
  const results: MoveResult[] = []
  for (const { id, seen } of input.orders) {
    results.push({
      id,
      problem: await problemOf(moveOrder(context, { id, seen, status: input.status, note: input.note })),
    })
  }
  return results
}

async function problemOf(move: Promise<unknown>): Promise<string | null> {
  try {
    await move
    return null
  } catch (error) {
    if (error instanceof Conflict || error instanceof InvalidRequest || error instanceof NotFound) return error.message
    throw error
  }
}

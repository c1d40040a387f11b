import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { PreconditionFailed } from '../errors.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { OrderWithLines } from './order-rows.ts'
import { readOrder } from './read-order.ts'
import { moveOn, orderToTransition, updateOrder } from './transition-order.ts'
import type { LockedOrder, OrderTransition } from './transition-order.ts'

type OrderChange = Omit<OrderTransition, 'status'> & {
  /** The next status; left out, it stays. */
  status?: OrderStatus | undefined
  /** The wholesaler's own number for the order; null removes it, left out it stays. */
  reference?: string | null | undefined
  /** Whether the order, which is locked by then, is still as the caller has read it. */
  isAsRead?: ((order: OrderWithLines) => boolean) | undefined
}

/**
 * Sets the reference of an order, or moves it on, or both or nothing. Returns it as it is then. Throws
 * PreconditionFailed where it is no longer as it was read, and else what transitionOrder throws.
 */
export async function changeOrder(
  context: WorkspaceContext,
  { reference, status, isAsRead, ...step }: OrderChange,
): Promise<OrderWithLines> {
  return inTransaction(context, async (trx) => {
    const before = await orderToTransition(trx, step.id, 'locked')
    if (isAsRead && !isAsRead(await readOrder(trx, before.id))) {
      throw new PreconditionFailed(`Order ${before.number} has changed since you read it: read it again, then decide.`)
    }
    if (reference !== undefined) await setReference(trx, before, reference)
    return status === undefined ? readOrder(trx, before.id) : moveOn(trx, before, { ...step, status })
  })
}

async function setReference(
  trx: WorkspaceContext,
  { id, number, reference: before }: LockedOrder,
  reference: string | null,
): Promise<void> {
  if (reference === before) return
  await updateOrder(trx, id, { reference })
  await recordActivity(trx, {
    action: 'order.set_reference',
    subject: { type: 'order', id, label: String(number) },
    changes: { reference: { from: before, to: reference } },
  })
}

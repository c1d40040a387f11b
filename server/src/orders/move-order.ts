import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { isUuid } from '../uuid.ts'
import type { OrderWithLines } from './order-rows.ts'
import { requireMove } from './order-status.ts'
import type { OrderStatus } from '../database/column-values.ts'
import { orderNotFound, readOrder } from './read-order.ts'

/** The activity action for each new status. */
const ACTION: Record<OrderStatus, string> = {
  new: 'order.place',
  confirmed: 'order.confirm',
  dispatched: 'order.dispatch',
  completed: 'order.complete',
  cancelled: 'order.cancel',
}

/**
 * Moves an order to its next status and returns it. Of two concurrent calls, the second is refused.
 * Throws NotFound, and InvalidRequest if the present status does not allow the move.
 */
export async function moveOrder(
  context: WorkspaceContext,
  input: { id: string; status: OrderStatus; note?: string | undefined },
): Promise<OrderWithLines> {
  if (!isUuid(input.id)) throw orderNotFound(input.id)
  return inTransaction(context, async (trx) => {
    const before = await lockOrder(trx, input.id)
    requireMove(before.status, input.status, input.note)
    await writeStep(trx, before.id, input)
    const order = await readOrder(trx, before.id)
    await recordActivity(trx, {
      action: ACTION[input.status],
      subject: { type: 'order', id: order.id, label: String(order.number) },
      changes: { status: { from: before.status, to: input.status }, ...(input.note && { note: input.note }) },
    })
    return order
  })
}

async function lockOrder({ db, workspaceId }: WorkspaceContext, id: string) {
  const order = await db
    .selectFrom('sales_order')
    .select(['id', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw orderNotFound(id)
  return order
}

async function writeStep(
  { db, workspaceId, actor, clock }: WorkspaceContext,
  orderId: string,
  { status, note = null }: { status: OrderStatus; note?: string | null | undefined },
): Promise<void> {
  const at = clock()
  await db
    .updateTable('sales_order')
    .set({ status, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', orderId)
    .execute()
  await db
    .insertInto('sales_order_history')
    .values({ workspace_id: workspaceId, order_id: orderId, status, at, actor: JSON.stringify(actor), note })
    .execute()
}

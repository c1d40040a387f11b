import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidRequest } from '../errors.ts'
import { ORDER_STEPS } from '../rules/order-steps.ts'
import { mailBuyers } from './mail-buyers.ts'
import type { OrderWithLines } from './order-rows.ts'
import { requireMove } from './order-status.ts'
import type { OrderStatus } from '../rules/order-steps.ts'
import { orderToMove, writeStep } from './order-step.ts'
import { readOrder } from './read-order.ts'

type OrderMove = {
  id: string
  status: OrderStatus
  note?: string | undefined
  seen?: OrderStatus | undefined
  /** With a dispatch: where the customer can follow the goods, a link or a text. */
  tracking?: string | undefined
}

/**
 * Moves an order to its next status and returns it. Of two concurrent calls, the second is refused.
 * `seen` is the status that the caller was shown.
 * Throws NotFound; InvalidRequest if the present status does not allow the move; Conflict if it is not the one shown.
 */
export async function moveOrder(context: WorkspaceContext, input: OrderMove): Promise<OrderWithLines> {
  return inTransaction(context, async (trx) => {
    const before = await orderToMove(trx, input.id, 'locked')
    if (input.seen !== undefined && input.seen !== before.status) throw await movedMeanwhile(trx, before)
    requireMove(before.status, input.status, input.note)
    requireDispatch(input)
    const mails = await mailBuyers(trx, { ...before, ...input })
    await writeStep(trx, before.id, { ...input, mails })
    const order = await readOrder(trx, before.id)
    await recordActivity(trx, {
      action: `order.${ORDER_STEPS[input.status].verb.toLowerCase()}`,
      subject: { type: 'order', id: order.id, label: String(order.number) },
      changes: {
        status: { from: before.status, to: input.status },
        ...(input.note && { note: input.note }),
        ...(input.tracking && { tracking: input.tracking }),
      },
    })
    return order
  })
}

function requireDispatch({ status, tracking }: OrderMove): void {
  if (tracking === undefined || status === 'dispatched') return
  throw new InvalidRequest('Give `tracking` with the dispatch only: before, nothing is on its way.')
}

/** Says who moved the order to its present status. */
async function movedMeanwhile(
  { db, workspaceId }: WorkspaceContext,
  { id, number, status }: { id: string; number: number; status: OrderStatus },
): Promise<Conflict> {
  const { actor } = await db
    .selectFrom('sales_order_history')
    .select('actor')
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', id)
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return new Conflict(`Order ${number} is ${status} already: ${actor.name} was faster.`)
}

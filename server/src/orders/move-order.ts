import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidRequest } from '../errors.ts'
import { ORDER_STEPS } from '../shared/order-steps.ts'
import { creditInWords } from '../shared/credit.ts'
import type { CreditHold } from '../shared/credit.ts'
import { moneyIn } from '../workspaces/money-of.ts'
import { mailBuyers } from './mail-buyers.ts'
import type { OrderWithLines } from './order-rows.ts'
import { requireMove } from './order-status.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { orderToMove, writeStep } from './order-step.ts'
import { readOrder } from './read-order.ts'

type OrderMove = {
  id: string
  status: OrderStatus
  note?: string | undefined
  seen?: OrderStatus | undefined
  /** With a dispatch: where the customer can follow the goods, a link or a text. */
  tracking?: string | undefined
  /** The caller knows that the order is held by the credit limit, and confirms it. */
  liftCreditHold?: boolean | undefined
}

/**
 * Moves an order to its next status and returns it. Of two concurrent calls, the second is refused.
 * `seen` is the status that the caller was shown.
 * Throws NotFound; InvalidRequest if the present status does not allow the move, or a confirmation does not say that it
 * lifts the hold of an order; Conflict if it is not the one shown.
 */
export async function moveOrder(context: WorkspaceContext, input: OrderMove): Promise<OrderWithLines> {
  return inTransaction(context, async (trx) => {
    const before = await orderToMove(trx, input.id, 'locked')
    if (input.seen !== undefined && input.seen !== before.status) throw await movedMeanwhile(trx, before)
    requireMove(before.status, input.status, input.note)
    requireDispatch(input)
    if (before.creditHold) await liftHold(trx, { ...before, creditHold: before.creditHold }, input)
    const mails = await mailBuyers(trx, { ...before, ...input })
    await writeStep(trx, before.id, { ...input, mails })
    const order = await readOrder(trx, before.id)
    await recordActivity(trx, {
      action: `order.${ORDER_STEPS[input.status].verb.toLowerCase()}`,
      subject: { type: 'order', id: order.id, label: String(order.number) },
      changes: {
        status: { from: before.status, to: input.status },
        ...(input.note && { note: input.note }),
        ...(before.creditHold && { creditHold: { from: before.creditHold, to: null } }),
        ...(input.tracking && { tracking: input.tracking }),
      },
    })
    return order
  })
}

type Held = { id: string; number: number; currency: string; creditHold: CreditHold }

/** An order that moves on is not held any more. Throws InvalidRequest for a confirmation that does not say so. */
async function liftHold(trx: WorkspaceContext, order: Held, { status, liftCreditHold }: OrderMove): Promise<void> {
  if (status === 'confirmed' && !liftCreditHold) {
    const words = creditInWords(order.creditHold, moneyIn(order.currency))
    throw new InvalidRequest(
      `Order ${order.number} waits: ${words}. Confirm it with \`liftCreditHold\`, or on its page, to let it pass.`,
    )
  }
  await trx.db
    .updateTable('sales_order')
    .set({ credit_hold: null })
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', order.id)
    .execute()
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
  return new Conflict(`Order ${number} is ${status}. ${actor.name} already did this.`)
}

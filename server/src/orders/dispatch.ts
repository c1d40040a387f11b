import { sql } from 'kysely'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import { statusInWords, DISPATCH_TAKEN_BACK } from '../shared/order-steps.ts'
import { mailTracking, mailCorrection } from './order-mails.ts'
import { orderToTransition, updateOrder, writeStep } from './transition-order.ts'
import { dropMails, reachedBy } from '../jobs/mail/queue-mail.ts'
import { ORDER_LIMITS } from '../shared/limits.ts'

/**
 * Sets where the goods of a dispatched order can be followed, a link or a text, and mails the buyers; null removes it,
 * and mails nobody. Throws NotFound, or InvalidRequest if the order is not on its way.
 */
export async function setTracking(
  context: WorkspaceContext,
  input: { id: string; tracking: string | null },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const order = await orderToTransition(trx, input.id, 'locked')
    const { id } = order
    const { tracking } = input
    if (order.status !== 'dispatched') {
      throw new InvalidRequest(
        `The order is ${statusInWords(order.status)}: it can only be tracked while it is dispatched.`,
      )
    }
    if (order.tracking === tracking) return
    await updateOrder(trx, id, { tracking })
    const mails = tracking === null ? [] : await mailTracking(trx, order, tracking)
    await keepMails(trx, id, mails)
    await recordActivity(trx, {
      action: 'order.set_tracking',
      subject: { type: 'order', id, label: String(order.number) },
      changes: { tracking: { from: order.tracking, to: tracking } },
    })
  })
}

/** With the dispatch: who takes it back drops them, or corrects them. */
async function keepMails({ db, workspaceId }: WorkspaceContext, orderId: string, mails: string[]): Promise<void> {
  const ours = sql`workspace_id = ${workspaceId} and order_id = ${orderId}`
  await sql`
    update sales_order_history set mails = mails || ${textArray(mails)}::uuid[]
    where ${ours} and step = (select max(step) from sales_order_history where ${ours})`.execute(db)
}

/**
 * Takes a dispatch back that was a mistake: the order is confirmed again. Mails about it that still wait are dropped;
 * whom one has reached gets another that says so. Throws NotFound, or InvalidRequest if the order is not dispatched, or
 * longer than an hour ago.
 */
export async function takeBackDispatch(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const order = await orderToTransition(trx, id, 'locked')
    const mails = await mailsOfDispatch(trx, order)
    const reached = await dropMails(trx, mails)
    await mailCorrection(trx, order, reached)
    await writeStep(trx, order.id, { status: DISPATCH_TAKEN_BACK.to, tracking: null })
    await recordActivity(trx, {
      action: 'order.take_back_dispatch',
      subject: { type: 'order', id: order.id, label: String(order.number) },
      changes: { status: { from: order.status, to: DISPATCH_TAKEN_BACK.to }, mailed: reached.length },
    })
  })
}

/** How many people that would mail: those who were told of the dispatch. Throws as it does. */
export async function forecastTakeBack(context: WorkspaceContext, id: string): Promise<{ mails: number }> {
  const mails = await mailsOfDispatch(context, await orderToTransition(context, id))
  return { mails: (await reachedBy(context, mails)).length }
}

/** The ids of the mails that told of the dispatch, which can be taken back. Throws InvalidRequest. */
async function mailsOfDispatch(
  { db, workspaceId, clock }: WorkspaceContext,
  order: Awaited<ReturnType<typeof orderToTransition>>,
): Promise<string[]> {
  if (order.status !== DISPATCH_TAKEN_BACK.from) {
    throw new InvalidRequest(
      `The order is ${statusInWords(order.status)}: it can only go back to confirmed while it is dispatched.`,
    )
  }
  const steps = db
    .selectFrom('sales_order_history')
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', order.id)
  const { at, mails } = await steps
    .select(['at', sql<string[]>`to_json(mails)`.as('mails')])
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (clock().getTime() >= at.getTime() + DISPATCH_TAKEN_BACK.withinMs) {
    throw new InvalidRequest('The order was dispatched more than an hour ago: it can no longer go back to confirmed.')
  }
  const { count } = await steps
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', DISPATCH_TAKEN_BACK.from)
    .executeTakeFirstOrThrow()
  if (Number(count) >= ORDER_LIMITS.dispatches) {
    throw new InvalidRequest(`The order was dispatched ${count} times: it can no longer go back to confirmed.`)
  }
  return mails
}

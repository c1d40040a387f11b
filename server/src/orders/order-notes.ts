import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound, quoted } from '../errors.ts'
import { ORDER_LIMITS } from '../shared/limits.ts'
import { isUuid } from '../lib/uuid.ts'
import { orderToTransition } from './transition-order.ts'

/** A note of staff on an order. Neither buyers nor the public API see its text. */
export type OrderNote = { id: string; at: string; by: Actor; text: string }

/** The notes on an order, oldest first. */
export async function listOrderNotes({ db, workspaceId }: WorkspaceContext, orderId: string): Promise<OrderNote[]> {
  const rows = await db
    .selectFrom('sales_order_note')
    .select(['id', 'at', 'actor', 'text'])
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, at, actor, text }) => ({ id, at: at.toISOString(), by: actor, text }))
}

/**
 * Adds a note. The activity says that there is one, without its text. Throws NotFound, and InvalidRequest where the
 * order has as many as it may have.
 */
export async function addOrderNote(
  context: WorkspaceContext,
  { id: idOrNumber, text }: { id: string; text: string },
): Promise<OrderNote> {
  return inTransaction(context, async (trx) => {
    const { id: orderId, number } = await orderToTransition(trx, idOrNumber, 'locked')
    await requireRoom(trx, orderId)
    const { db, workspaceId, actor, clock } = trx
    const note = { id: randomUUIDv7(), at: clock(), text }
    await db
      .insertInto('sales_order_note')
      .values({ workspace_id: workspaceId, order_id: orderId, ...note, actor: JSON.stringify(actor) })
      .execute()
    await record(trx, 'order.add_note', orderId, number)
    return { id: note.id, at: note.at.toISOString(), by: actor, text }
  })
}

/** Removes a note. Throws NotFound for the order or the note. */
export async function removeOrderNote(
  context: WorkspaceContext,
  { id: idOrNumber, noteId }: { id: string; noteId: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const { id: orderId, number } = await orderToTransition(trx, idOrNumber)
    const removed = isUuid(noteId) && (await deleteNote(trx, orderId, noteId))
    if (!removed) throw new NotFound(`There is no order note with the id ${quoted(noteId)}.`)
    await record(trx, 'order.remove_note', orderId, number)
    return { id: noteId }
  })
}

async function deleteNote({ db, workspaceId }: WorkspaceContext, orderId: string, noteId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sales_order_note')
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', orderId)
    .where('id', '=', noteId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function requireRoom({ db, workspaceId }: WorkspaceContext, orderId: string): Promise<void> {
  const { count } = await db
    .selectFrom('sales_order_note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (Number(count) < ORDER_LIMITS.notes) return
  throw new InvalidRequest(`The order has ${ORDER_LIMITS.notes} notes already: remove one first.`)
}

function record(context: WorkspaceContext, action: string, orderId: string, number: number): Promise<void> {
  return recordActivity(context, {
    action,
    subject: { type: 'order', id: orderId, label: String(number) },
    changes: {},
  })
}

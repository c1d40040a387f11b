import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { orderNotFound } from './read-order.ts'

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

/** Adds a note. The activity says that there is one, without its text. Throws NotFound. */
export async function addOrderNote(
  context: WorkspaceContext,
  { id: orderId, text }: { id: string; text: string },
): Promise<OrderNote> {
  return inTransaction(context, async (trx) => {
    const number = await findNumber(trx, orderId)
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
  { id: orderId, noteId }: { id: string; noteId: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const number = await findNumber(trx, orderId)
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

async function findNumber({ db, workspaceId }: WorkspaceContext, orderId: string): Promise<number> {
  const order =
    isUuid(orderId) &&
    (await db
      .selectFrom('sales_order')
      .select('number')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', orderId)
      .executeTakeFirst())
  if (!order) throw orderNotFound(orderId)
  return order.number
}

function record(context: WorkspaceContext, action: string, orderId: string, number: number): Promise<void> {
  return recordActivity(context, {
    action,
    subject: { type: 'order', id: orderId, label: String(number) },
    changes: {},
  })
}

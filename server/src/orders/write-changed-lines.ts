import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset, textArray } from '../database/rowset.ts'
import { taxOn } from '../shared/tax.ts'
import { readAccount, readCreditHold } from './check-credit.ts'
import type { OrderLine, OrderWithLines } from './order-rows.ts'
import { readOrderSettings } from './order-settings.ts'
import { isChanged } from './plan-changes.ts'
import type { PlannedChange } from './plan-changes.ts'
import { writeLines } from './write-order.ts'

/** Writes the lines of a locked order that a change is about, with the order's number of lines, subtotal and tax. */
export async function writeChangedLines(
  context: WorkspaceContext,
  { id, status, customer, lineCount, taxRateBp }: OrderWithLines,
  { lines, changes }: PlannedChange,
): Promise<void> {
  const changed = lines.filter(isChanged)
  const removed = changed.flatMap(({ before, after }) => (before && !after ? [before.id] : []))
  const kept = changed.flatMap(({ before, after }) => (before && after ? [after] : []))
  const added = changed.flatMap(({ before, after }) => (!before && after ? [after] : []))
  await removeLines(context, id, removed)
  await updateLines(context, id, kept)
  await addLines(context, id, added)
  const { tax, total } = taxOn(changes.subtotal.to, taxRateBp)
  await context.db
    .updateTable('sales_order')
    .set({
      line_count: lineCount - removed.length + added.length,
      subtotal: changes.subtotal.to,
      tax,
      ...(status === 'new' && {
        credit_hold: await holdOf(context, { id, customer, amount: total ?? changes.subtotal.to }),
      }),
    })
    .where('workspace_id', '=', context.workspaceId)
    .where('id', '=', id)
    .execute()
}

/** A new order waits, or waits no more, as its new total has it. Staff decide about a confirmed one. */
async function holdOf(
  context: WorkspaceContext,
  { id, customer, amount }: Pick<OrderWithLines, 'id' | 'customer'> & { amount: number },
): Promise<string | null> {
  const { creditPolicy: policy } = await readOrderSettings(context)
  const hold = await readCreditHold(context, await readAccount(context, customer.id), { id, amount, policy })
  return hold && JSON.stringify(hold)
}

async function removeLines({ db, workspaceId }: WorkspaceContext, orderId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from sales_order_line
    where workspace_id = ${workspaceId} and order_id = ${orderId} and id = any(${textArray(ids)}::uuid[])`.execute(db)
}

async function updateLines({ db, workspaceId }: WorkspaceContext, orderId: string, lines: OrderLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update sales_order_line l
    set qty = made.qty, price = made.price, candidates = made.candidates, priced_at = made.priced_at,
      priced_qty = made.priced_qty
    from ${rowset(
      lines.map(({ pricedAt, pricedQty, ...line }) => ({ ...line, priced_at: pricedAt, priced_qty: pricedQty })),
      'id uuid, qty integer, price jsonb, candidates jsonb, priced_at timestamptz, priced_qty integer',
      'made',
    )}
    where l.workspace_id = ${workspaceId} and l.order_id = ${orderId} and l.id = made.id`.execute(db)
}

/** Behind the other lines. */
async function addLines(context: WorkspaceContext, orderId: string, lines: OrderLine[]): Promise<void> {
  if (lines.length === 0) return
  const { db, workspaceId } = context
  const { last } = await db
    .selectFrom('sales_order_line')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`-1`).as('last'))
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await writeLines(context, orderId, lines, last + 1)
}

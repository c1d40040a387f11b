import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { OrderToWrite } from './new-order.ts'
import type { PricedLine } from './price-lines.ts'

/** The number of the first order of a workspace. */
const FIRST_NUMBER = 1001

/**
 * Locks the order counter of the workspace until the transaction ends, and returns the number of the last order. So one
 * order at a time is placed, and numbers have no gaps.
 */
export async function lockOrderCounter({ db, workspaceId }: WorkspaceContext): Promise<number> {
  const counter = await db
    .insertInto('order_counter')
    .values({ workspace_id: workspaceId, last_number: FIRST_NUMBER - 1 })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ last_number: sql`order_counter.last_number` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return counter.last_number
}

/**
 * Writes a checked order with the status new, and its number to the counter. Returns its id. Lock the counter first.
 */
export async function writeOrder(context: WorkspaceContext, order: OrderToWrite): Promise<string> {
  const { db, workspaceId, actor, clock } = context
  const id = randomUUIDv7()
  const now = clock()
  await db
    .updateTable('order_counter')
    .set({ last_number: order.number })
    .where('workspace_id', '=', workspaceId)
    .execute()
  await db
    .insertInto('sales_order')
    .values({
      workspace_id: workspaceId,
      id,
      number: order.number,
      status: 'new',
      customer_id: order.customer.id,
      customer_account_code: order.customer.accountCode,
      customer_name: order.customer.name,
      buyer_name: order.buyer?.name ?? null,
      buyer_email: order.buyer?.email ?? null,
      buyer_id: order.buyer?.id ?? null,
      requested_by_name: order.requestedBy?.name ?? null,
      requested_by_email: order.requestedBy?.email ?? null,
      requested_by_id: order.requestedBy?.id ?? null,
      po_number: order.poNumber ?? null,
      cost_centre: order.costCentre ?? null,
      note: order.note ?? null,
      currency: order.currency,
      line_count: order.lines.length,
      subtotal: order.subtotal,
      tax_rate_bp: order.taxRateBp,
      tax: order.tax,
      terms: order.terms,
      deliver_to: order.deliverTo && JSON.stringify(order.deliverTo),
      wanted_on: order.wantedOn,
      credit_hold: order.creditHold && JSON.stringify(order.creditHold),
      token: order.token ?? null,
      placed_at: now,
      updated_at: now,
    })
    .execute()
  await writeLines(context, id, order.lines)
  await db
    .insertInto('sales_order_history')
    .values({
      workspace_id: workspaceId,
      order_id: id,
      step: 1,
      status: 'new',
      at: now,
      actor: JSON.stringify(actor),
      note: order.requestedBy ? `Requested by ${order.requestedBy.name}.` : null,
    })
    .execute()
  return id
}

async function writeLines(
  { db, workspaceId }: WorkspaceContext,
  orderId: string,
  lines: readonly PricedLine[],
): Promise<void> {
  const rows = lines.map(({ productId, unitLabel, leadTimeNote, ...line }, position) => ({
    ...line,
    id: randomUUIDv7(),
    position,
    product_id: productId,
    unit_label: unitLabel,
    lead_time_note: leadTimeNote,
  }))
  await sql`
    insert into sales_order_line (workspace_id, order_id, position, id, product_id, sku, name, unit_label, qty, availability,
      lead_time_note, price, candidates)
    select ${workspaceId}, ${orderId}, position, id, product_id, sku, name, unit_label, qty, availability,
      lead_time_note, price, candidates
    from ${rowset(
      rows,
      `position integer, id uuid, product_id uuid, sku text, name text, unit_label text, qty integer,
      availability text, lead_time_note text, price jsonb, candidates jsonb`,
    )}`.execute(db)
}

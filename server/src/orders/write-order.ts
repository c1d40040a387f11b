import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { OrderToWrite, PlacedOrder } from './new-order.ts'
import type { OrderLine } from './order-rows.ts'

/** What a line has once it was written. */
type Made = Pick<OrderLine, 'id' | 'pricedAt' | 'pricedQty'>

/** The number of the first order of a workspace. */
const FIRST_NUMBER = 1001

/** Writes a checked order with the status new and the next number. */
export async function writeOrder(context: WorkspaceContext, order: OrderToWrite): Promise<PlacedOrder> {
  const { db, workspaceId, actor, clock } = context
  const id = randomUUIDv7()
  const number = await nextNumber(context)
  const now = clock()
  await db
    .insertInto('sales_order')
    .values({
      workspace_id: workspaceId,
      id,
      number,
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
  return { id, number }
}

/**
 * The number of the next order. The counter stays locked until the transaction ends: so numbers have no gaps, and come
 * in the order of commits.
 */
async function nextNumber({ db, workspaceId }: WorkspaceContext): Promise<number> {
  const counter = await db
    .insertInto('order_counter')
    .values({ workspace_id: workspaceId, last_number: FIRST_NUMBER })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ last_number: sql`order_counter.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return counter.last_number
}

/** Writes new lines of an order, from a position on. When and for how many they were priced: at first as ordered. */
export async function writeLines(
  { db, workspaceId }: WorkspaceContext,
  orderId: string,
  lines: readonly (Omit<OrderLine, keyof Made> & Partial<Made>)[],
  from = 0,
): Promise<void> {
  const rows = lines.map(({ productId, unitLabel, leadTimeNote, pricedAt, pricedQty, ...line }, i) => ({
    id: randomUUIDv7(),
    ...line,
    position: from + i,
    product_id: productId,
    unit_label: unitLabel,
    lead_time_note: leadTimeNote,
    priced_at: pricedAt,
    priced_qty: pricedQty,
  }))
  await sql`
    insert into sales_order_line (workspace_id, order_id, position, id, product_id, sku, name, unit_label, qty, availability,
      lead_time_note, price, candidates, priced_at, priced_qty)
    select ${workspaceId}, ${orderId}, position, id, product_id, sku, name, unit_label, qty, availability,
      lead_time_note, price, candidates, priced_at, priced_qty
    from ${rowset(
      rows,
      `position integer, id uuid, product_id uuid, sku text, name text, unit_label text, qty integer,
      availability text, lead_time_note text, price jsonb, candidates jsonb, priced_at timestamptz, priced_qty integer`,
    )}`.execute(db)
}

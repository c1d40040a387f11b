import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { ORDER_LIMITS } from '../../server/src/shared/limits.ts'

const ORDERS = 3_000
/** Price changes of the first products: half of them drafts, half scheduled. Nothing limits them. */
const CHANGES = 100
const CHANGED = 50

const PRICE = { unit: 90, line: 90, list: 100, discountBp: 0, source: 'agreed', label: 'Agreed price' }
const ACTOR = '{"type": "operator", "id": null, "name": "Operator"}'

/** Many orders of a customer. The first has as many lines, candidates, steps and notes as there may be. */
export async function addOrders({ db, workspaceId }: WorkspaceContext, customerId: string): Promise<void> {
  await sql`
    insert into sales_order (workspace_id, id, number, status, customer_id, customer_account_code, customer_name,
      currency, line_count, subtotal, placed_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), i, 'new', ${customerId}, 'C-1', 'Customer 1', 'GBP',
      case i when 1 then ${ORDER_LIMITS.lines}::integer else 10 end, 1000, now(), now()
    from generate_series(1, ${ORDERS}::integer) i`.execute(db)
  const candidates = Array.from({ length: 10 }, (_, i) => ({
    source: 'agreed',
    label: `Agreed price from ${i + 2}`,
    unit: 90,
    discountBp: 0,
    minQty: i + 2,
    applied: false,
    reason: 'It needs a quantity of 24 or more.',
  }))
  await sql`
    insert into sales_order_line (workspace_id, order_id, position, id, product_id, sku, name, unit_label, qty, price, candidates)
    select ${workspaceId}, o.id, p.position, gen_random_uuid(), p.id, p.sku, p.name, 'each', 1,
      ${JSON.stringify(PRICE)}::jsonb, case o.number when 1 then ${JSON.stringify(candidates)}::jsonb else '[]' end
    from (
      select id, sku, name, row_number() over (order by sku_key) as position from product
      where workspace_id = ${workspaceId} order by sku_key limit ${ORDER_LIMITS.lines}) p
    join sales_order o on o.workspace_id = ${workspaceId} and p.position <= o.line_count`.execute(db)
  await sql`insert into order_counter (workspace_id, last_number) values (${workspaceId}, ${ORDERS})
    on conflict (workspace_id) do update set last_number = excluded.last_number`.execute(db)
  const line = { sku: 'PL-1', name: 'x'.repeat(200), from: { qty: 1, unit: 90 }, to: { qty: 2, unit: 90 } }
  const changes = { lines: [{ ...line, isPricedAgain: false }], subtotal: { from: 1_000, to: 1_000 } }
  const steps = ORDER_LIMITS.changedLines - ORDER_LIMITS.lines
  await sql`
    insert into sales_order_history (workspace_id, order_id, step, status, at, actor, changes)
    select ${workspaceId}, id, step, 'new', placed_at, ${ACTOR}::jsonb,
      case when step > 1 then ${JSON.stringify(changes)}::jsonb end
    from sales_order, generate_series(1, case number when 1 then ${steps}::integer else 1 end) step
    where workspace_id = ${workspaceId}`.execute(db)
  await sql`
    insert into sales_order_note (workspace_id, order_id, id, at, actor, text)
    select ${workspaceId}, id, gen_random_uuid(), now(), ${ACTOR}::jsonb, ${'x'.repeat(ORDER_LIMITS.note)}::text
    from sales_order, generate_series(1, ${ORDER_LIMITS.notes}::integer)
    where workspace_id = ${workspaceId} and number = 1`.execute(db)
}

/** A basket of a buyer with as many lines as there may be. */
export async function addBasket({ db, workspaceId }: WorkspaceContext, buyerId: string): Promise<void> {
  const id = randomUUIDv7()
  await sql`
    insert into basket (workspace_id, id, buyer_id, updated_at)
    values (${workspaceId}, ${id}, ${buyerId}, now())`.execute(db)
  await sql`
    insert into basket_line (workspace_id, basket_id, product_id, sku, name, qty, shown_unit, shown_label, position)
    select ${workspaceId}, ${id}, id, sku, name, 1, 90, 'Agreed price', row_number() over (order by sku_key)
    from product where workspace_id = ${workspaceId} order by sku_key limit ${ORDER_LIMITS.lines}`.execute(db)
}

/** Price changes, each with a line for the same few products. */
export async function addChanges({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await sql`
    insert into price_change (workspace_id, id, name, status, line_count, scheduled_for, created_by, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), 'Change ' || i, case when i % 2 = 0 then 'draft' else 'scheduled' end,
      ${CHANGED}::integer, case when i % 2 = 1 then now() + i * interval '8 hours' end, ${ACTOR}::jsonb, now(), now()
    from generate_series(1, ${CHANGES}::integer) i`.execute(db)
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select ${workspaceId}, c.id, p.id, 5000 + length(c.name)
    from price_change c cross join (
      select id from product where workspace_id = ${workspaceId} order by sku_key limit ${CHANGED}) p
    where c.workspace_id = ${workspaceId} and c.line_count = ${CHANGED}`.execute(db)
}

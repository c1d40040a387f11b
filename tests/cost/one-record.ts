import { sql } from 'kysely'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { upsertCustomers } from '../../server/src/customers/upsert-customers.ts'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import { MAX_COMING_DAYS, ORDER_LIMITS } from '../../server/src/rules/limits.ts'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-limits.ts'
import { filled } from './cases/case.ts'
import { addBaskets, addOrders } from './large-history.ts'
import { product } from './large-stock.ts'
import type { Filling } from './large-stock.ts'

/** Price changes of the products that have agreed prices: half of them drafts, half scheduled. Nothing limits them. */
const CHANGES = 100
const PRODUCTS = 1_000
/** So many products have all the agreed prices that one can have of a customer and of its price group. */
const PRICED = WORKSPACE_LIMITS.agreedPricesOfCustomer / WORKSPACE_LIMITS.agreedPricesOfProduct

/** A workspace that has all that its limits allow on few records: products, a customer, an order, a list. */
export const ONE_RECORD: Filling = {
  records: async (context) => {
    await upsertProducts(context, { products: Array.from({ length: PRODUCTS }, (_, i) => longProduct(i)) })
    const customers = Array.from({ length: 100 }, (_, i) => ({
      accountCode: `C-${i + 1}`,
      name: filled(200, i),
      group: 'Gold',
    }))
    await sql`
      insert into price_group (workspace_id, id, name, name_key, created_at, updated_at)
      values (${context.workspaceId}, gen_random_uuid(), 'Gold', 'gold', now(), now())`.execute(context.db)
    await upsertCustomers(context, { customers })
    return addTerms(context)
  },
  history: async (context, customerId) => {
    await sql`
      insert into portal_settings (workspace_id, show_list_prices, show_candidates, coming_days, updated_at)
      values (${context.workspaceId}, true, true, ${MAX_COMING_DAYS}, now())`.execute(context.db)
    await addChanges(context)
    await addOrders(context, customerId)
    await fillOrder(context)
    await addBaskets(context, customerId)
    return []
  },
}

/** As long as all its texts may be, in the order of their SKUs and names; the details have names of their own. */
function longProduct(i: number) {
  const details = Object.fromEntries(
    Array.from({ length: 30 }, (_, detail) => [`${i} ${detail} `.padEnd(60, 'x'), filled(500, i)]),
  )
  const place = String(i).padStart(4, '0')
  const texts = { sku: `PL-${place}`, name: place.padEnd(200, 'x'), description: filled(4_000, i) }
  return { ...product(i), ...texts, ...(i < PRICED && { details }) }
}

/** Half of the prices of a product are from other quantities, half come one after another. Customers have the first. */
async function addTerms({ db, workspaceId }: WorkspaceContext): Promise<string> {
  const most = WORKSPACE_LIMITS.agreedPricesOfProduct
  const agree = (column: 'customer_id' | 'group_id', owners: string, products: number) => sql`
    insert into agreed_price (workspace_id, id, ${sql.ref(column)}, product_id, unit, min_qty, starts_at, ends_at,
      created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), owner.id, p.id, case when i % 2 = 0 then 1000 - i else 2000 end,
      case when i % 2 = 0 then 1 + i else 1 end, case when i % 2 = 1 then now() + i * interval '1 hour' end,
      case when i % 2 = 1 then now() + (i + 1) * interval '1 hour' end, now(), now()
    from generate_series(1, ${most}::integer) i
    cross join (select id from ${sql.raw(owners)} where workspace_id = ${workspaceId}) owner
    cross join (
      select id from product where workspace_id = ${workspaceId} order by sku_key limit ${products}) p
    on conflict do nothing`
  await agree('group_id', 'price_group', PRICED).execute(db)
  await agree('customer_id', 'customer', 1).execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from customer where workspace_id = ${workspaceId} and account_code_key = 'c-1'`.execute(db)
  const { id } = rows[0]!
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, starts_at, ends_at,
      created_at, updated_at)
    select workspace_id, gen_random_uuid(), ${id}, product_id, unit - 1, min_qty, starts_at, ends_at, now(), now()
    from agreed_price a where workspace_id = ${workspaceId} and group_id is not null
      and product_id not in (select product_id from agreed_price where workspace_id = ${workspaceId} and customer_id = ${id})
    `.execute(db)
  return id
}

/** Each with a line for each of the products that have agreed prices. */
async function addChanges({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await sql`
    insert into price_change (workspace_id, id, name, status, line_count, scheduled_for, created_by, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), 'Change ' || i, case when i % 2 = 0 then 'draft' else 'scheduled' end,
      ${PRICED}::integer, case when i % 2 = 1 then now() + i * interval '8 hours' end,
      '{"type": "operator", "id": null, "name": "Operator"}'::jsonb, now(), now()
    from generate_series(1, ${CHANGES}::integer) i`.execute(db)
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select ${workspaceId}, c.id, p.id, 5000 + length(c.name)
    from (select id, name from price_change where workspace_id = ${workspaceId}) c cross join (
      select id from product where workspace_id = ${workspaceId} order by sku_key limit ${PRICED}) p`.execute(db)
}

/** The first order gets all the history and notes that it can have, and the candidates of as many agreed prices. */
async function fillOrder({ db, workspaceId }: WorkspaceContext): Promise<void> {
  const first = sql`(select id from sales_order where workspace_id = ${workspaceId} and number = 1)`
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
    update sales_order_line set candidates = ${JSON.stringify(candidates)}::jsonb
    where workspace_id = ${workspaceId} and order_id = ${first}`.execute(db)
  const line = { sku: 'PL-1', name: filled(200, 1), from: { qty: 1, unit: 90 }, to: { qty: 2, unit: 90 } }
  const changes = { lines: [{ ...line, isPricedAgain: false }], subtotal: { from: 1_000, to: 1_000 } }
  await sql`
    insert into sales_order_history (workspace_id, order_id, step, status, at, actor, changes)
    select workspace_id, order_id, step + i, status, at, actor, ${JSON.stringify(changes)}::jsonb
    from sales_order_history, generate_series(1, ${ORDER_LIMITS.changedLines - PRODUCTS}::integer) i
    where workspace_id = ${workspaceId} and order_id = ${first}`.execute(db)
  await sql`
    insert into sales_order_note (workspace_id, order_id, id, at, actor, text)
    select ${workspaceId}, ${first}, gen_random_uuid(), now(), '{"type": "operator", "id": null, "name": "Operator"}'::jsonb,
      ${filled(ORDER_LIMITS.note, 1)}::text
    from generate_series(1, ${ORDER_LIMITS.notes}::integer)`.execute(db)
}

import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { uploadFile } from '../../server/src/imports/upload-file.ts'
import { editCustomers } from '../../server/src/price-groups/edit-customers.ts'

/** How much there is of what comes about with time. */
const SIZES = { orders: 3_000, activity: 20_000, lines: 1_000, imported: 50_000 }

/** A file with a row for each of very many new products. */
export const CSV = `sku,name,price\n${Array.from({ length: 20_000 }, (_, i) => `N-${i},Part ${i},1.00`).join('\n')}\n`

/** Adds orders, baskets, activity, imports, and changes of all products and customers to be undone, mostly of one customer. */
export async function addHistory(context: WorkspaceContext, customerId: string): Promise<void> {
  await addOrders(context, customerId)
  await addBaskets(context, customerId)
  await addActivity(context)
  await addImports(context)
  await addEdit(context)
  await addCustomerEdit(context)
}

const PRICE = { unit: 90, line: 90, list: 100, discountBp: 0, source: 'agreed', label: 'Agreed price' }

/** Many orders, of which one has as many lines as there may be. */
export async function addOrders({ db, workspaceId }: WorkspaceContext, customerId: string): Promise<void> {
  await sql`
    insert into sales_order (workspace_id, id, number, status, customer_id, customer_account_code, customer_name,
      currency, line_count, subtotal, placed_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), i, 'new', ${customerId}, 'C-1', 'Customer 1', 'GBP',
      case i when 1 then ${SIZES.lines} else 10 end, 1000, now(), now()
    from generate_series(1, ${SIZES.orders}::integer) i`.execute(db)
  await sql`
    insert into sales_order_line (workspace_id, order_id, position, id, product_id, sku, name, unit_label, qty, price, candidates)
    select ${workspaceId}, o.id, p.position, gen_random_uuid(), p.id, p.sku, p.name, 'each', 1,
      ${JSON.stringify(PRICE)}::jsonb, '[]'::jsonb
    from (
      select id, sku, name, row_number() over (order by sku_key) as position from product
      where workspace_id = ${workspaceId} order by sku_key limit ${SIZES.lines}) p
    join sales_order o on o.workspace_id = ${workspaceId} and p.position <= o.line_count`.execute(db)
  await sql`insert into order_counter (workspace_id, last_number) values (${workspaceId}, ${SIZES.orders})
    on conflict (workspace_id) do update set last_number = excluded.last_number`.execute(db)
  await sql`
    insert into sales_order_history (workspace_id, order_id, step, status, at, actor)
    select ${workspaceId}, id, 1, 'new', placed_at, '{"type": "key", "id": null, "name": "ERP"}'::jsonb
    from sales_order where workspace_id = ${workspaceId}`.execute(db)
}

/** For each buyer who is here a basket of as many lines as there may be; and a saved list. */
export async function addBaskets({ db, workspaceId }: WorkspaceContext, customerId: string): Promise<void> {
  const lines = sql`select id, sku, name, row_number() over (order by sku_key) as position
    from product where workspace_id = ${workspaceId} order by sku_key limit ${SIZES.lines}`
  const active = sql`select id from buyer where workspace_id = ${workspaceId} and status = 'active'`
  await sql`
    insert into basket (workspace_id, buyer_id, token, updated_at)
    select ${workspaceId}, id, gen_random_uuid(), now() from (${active}) b`.execute(db)
  await sql`
    insert into basket_line (workspace_id, buyer_id, product_id, sku, name, qty, shown_unit, shown_label, position)
    select ${workspaceId}, b.id, p.id, p.sku, p.name, 1, 90, 'Agreed price', p.position
    from (${active}) b cross join (${lines}) p`.execute(db)
  const id = randomUUIDv7()
  await sql`
    insert into saved_list (workspace_id, id, customer_id, name, name_key, created_by, created_at)
    values (${workspaceId}, ${id}, ${customerId}, 'Weekly', 'weekly', 'Buyer', now())`.execute(db)
  await sql`
    insert into saved_list_line (workspace_id, list_id, product_id, sku, name, qty, position)
    select ${workspaceId}, ${id}, p.id, p.sku, p.name, 1, p.position from (${lines}) p`.execute(db)
}

async function addActivity({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await sql`
    insert into activity (workspace_id, id, at, actor, action, subject, changes)
    select ${workspaceId}, gen_random_uuid(), now() - i * interval '1 minute',
      jsonb_build_object('type', 'key', 'id', gen_random_uuid(), 'name', 'ERP ' || i), 'product.update',
      jsonb_build_object('type', 'product', 'id', gen_random_uuid(), 'label', 'PL-' || i), '{}'::jsonb
    from generate_series(1, ${SIZES.activity}::integer) i`.execute(db)
}

/**
 * A file that can be checked and imported, one that was imported: very many rows were changed, and as many rejected;
 * and one that came by the API, and of which as many were rejected.
 */
async function addImports(context: WorkspaceContext): Promise<void> {
  const { db, workspaceId } = context
  await upload(context, 'ready.csv')
  const id = await upload(context, 'imported.csv')
  await sql`
    update data_import set status = 'failed', started_by = uploaded_by, started_at = now(), finished_at = now(),
      total = ${SIZES.imported}, done = ${SIZES.imported}, updated = ${SIZES.imported}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  await sql`
    insert into data_import_change (workspace_id, import_id, record_id, shown_on, line, label, kind, changes)
    select ${workspaceId}, ${id}, p.id, p.id, row_number() over (), p.sku, 'updated', '{}'::jsonb
    from product p where workspace_id = ${workspaceId} limit ${SIZES.imported}`.execute(db)
  const sent = await upload(context, 'sent.csv')
  await sql`
    update data_import set status = 'failed', uploaded_by = '{"type": "key", "id": null, "name": "ERP"}'::jsonb
    where workspace_id = ${workspaceId} and id = ${sent}`.execute(db)
  for (const importId of [id, sent]) {
    await sql`
      insert into data_import_reject (workspace_id, import_id, line, label, reason)
      select ${workspaceId}, ${importId}, i, 'PL-' || i, 'There is no price.'
      from generate_series(1, ${SIZES.imported}::integer) i`.execute(db)
  }
}

function upload(context: WorkspaceContext, name: string): Promise<string> {
  const { signal } = new AbortController()
  return uploadFile(context, { name, kind: 'products', body: Readable.from([Buffer.from(CSV)]), gone: signal })
}

/** Another price group for all customers, to be undone. */
async function addCustomerEdit(context: WorkspaceContext): Promise<void> {
  const idsOf = async (table: 'customer' | 'price_group') => {
    const rows = await context.db
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', context.workspaceId)
      .execute()
    return rows.map(({ id }) => id)
  }
  const customers = { ids: await idsOf('customer') }
  const [group] = await idsOf('price_group')
  for (const value of [null, group!]) await editCustomers(context, { customers, change: { field: 'group', value } })
}

/** The old brand of all products, to be given back. */
async function addEdit({ db, workspaceId }: WorkspaceContext): Promise<void> {
  const id = randomUUIDv7()
  await sql`
    insert into product_edit (workspace_id, id, field, after, changed_at, actor, created_at)
    values (${workspaceId}, ${id}, 'brand', '{"is": null, "shown": null}'::jsonb, now(),
      '{"type": "staff", "id": null, "name": "Olive"}'::jsonb, now())`.execute(db)
  await sql`
    insert into product_edit_line (workspace_id, edit_id, product_id, before)
    select ${workspaceId}, ${id}, product_id, jsonb_build_object('is', brand.id, 'shown', brand.name)
    from product_change, (select id, name from brand where workspace_id = ${workspaceId} order by name limit 1) brand
    where workspace_id = ${workspaceId}`.execute(db)
  await sql`update product_edit set changed_at = (
      select min(changed_at) from product_change where workspace_id = ${workspaceId})
    where workspace_id = ${workspaceId}`.execute(db)
}

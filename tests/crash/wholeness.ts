import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../server/src/database/tables.ts'
import { SAMPLE_WORKSPACE_ID } from '../../server/src/workspaces/workspaces.ts'

/** What can never be so, whatever was written and wherever it was cut off: each query looks for it. */
const HALF_DONE = {
  // The sample tells of changes that never were.
  'a revision that is not the number of changes': sql`
    select r.workspace_id, r.revision, count(a.id) from workspace_revision r
    left join activity a on a.workspace_id = r.workspace_id
    where r.workspace_id <> ${SAMPLE_WORKSPACE_ID}
    group by 1, 2 having r.revision <> count(a.id)`,
  // A product that is deleted takes its lines along.
  'a price change that counts its lines wrong': sql`
    select d.id, d.status, d.line_count, count(l.product_id) from price_change d
    left join price_change_line l on l.workspace_id = d.workspace_id and l.price_change_id = d.id
    where not exists (
      select from activity a where a.workspace_id = d.workspace_id and a.action = 'product.delete')
    group by d.workspace_id, d.id having d.line_count <> count(l.product_id)`,
  'a published change without all of its old prices, or an open one with some': sql`
    select d.id, d.status from price_change d
    join price_change_line l on l.workspace_id = d.workspace_id and l.price_change_id = d.id
    where (l.old_price is null) = (d.status = 'published') or (d.published_at is null) = (d.status = 'published')`,
  'a status of an order that its history does not end in': sql`
    select o.number, o.status from sales_order o
    where not exists (select from sales_order_history h
      where h.workspace_id = o.workspace_id and h.order_id = o.id and h.status = o.status and h.at = o.updated_at)`,
  'an order that counts its lines wrong': sql`
    select o.number, o.line_count from sales_order o
    where o.line_count <> (select count(*) from sales_order_line l
      where l.workspace_id = o.workspace_id and l.order_id = o.id)`,
  'an order whose number is not counted, or a number without an order': sql`
    select c.workspace_id, c.last_number from order_counter c
    where c.last_number - 1000 <> (select count(*) from sales_order o where o.workspace_id = c.workspace_id)`,
  'customers chosen for a product that everyone sees': sql`
    select p.sku from product p
    join product_access a on a.workspace_id = p.workspace_id and a.product_id = p.id where p.visibility = 'all'`,
  'a product that its document does not tell as it is': sql`
    select p.sku, p.document from product p
    where p.document::jsonb ->> 'name' <> p.name or (p.document::jsonb ->> 'brandId')::uuid <> p.brand_id`,
}

export async function expectWhole(db: Database): Promise<void> {
  const found = await Promise.all(
    Object.entries(HALF_DONE).map(async ([what, query]) => ({ what, rows: (await query.execute(db)).rows })),
  )
  expect(found.filter(({ rows }) => rows.length > 0)).toEqual([])
}

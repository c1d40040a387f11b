import { sql } from 'kysely'
import { textArray } from '../../database/rowset.ts'
import type { CustomerContext } from '../buyer-context.ts'

/** Of the newest orders of the customer, so many are looked at, with so many lines together. */
const [ORDERS, LINES] = [500, 20_000]

/** The most that the customer has ordered of each product in one line, by product id. */
export async function mostOrdered(
  { db, workspaceId, customerId }: CustomerContext,
  productIds: readonly string[],
): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; most: number }>`
    with newest as materialized (
      select id, sum(line_count) over (order by placed_at desc, number desc) as lines from (
        select id, line_count, placed_at, number from sales_order
        where workspace_id = ${workspaceId} and customer_id = ${customerId}
        order by placed_at desc, number desc limit ${sql.lit(ORDERS)}) o)
    select l.product_id as id, max(l.qty) as most
    from newest join sales_order_line l on l.workspace_id = ${workspaceId} and l.order_id = newest.id
    where newest.lines <= ${sql.lit(LINES)} and l.product_id = any(${textArray(productIds)}::uuid[])
    group by l.product_id`.execute(db)
  return new Map(rows.map(({ id, most }) => [id, most]))
}

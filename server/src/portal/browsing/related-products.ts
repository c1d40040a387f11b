import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CustomerContext } from '../buyer-context.ts'

/** Of the newest orders that have the product, so many are looked at, with so many lines each. */
const [ORDERS, LINES] = [100, 50]

/** What fewer other customers buy together would tell a customer what another one orders. */
const CUSTOMERS = 3

/** How many products are looked for, of which some may be hidden from the customer. */
const CANDIDATES = 30

/**
 * Ids of products that are ordered together with this one: by the customer, or by several others; those that are
 * together most often first. Some may be hidden from the customer.
 */
export async function boughtTogether(
  { db, workspaceId, customerId }: CustomerContext,
  { id }: { id: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select together.product_id as id from (
      select order_id from sales_order_line
      where workspace_id = ${workspaceId} and product_id = ${id}
      order by order_id desc limit ${sql.lit(ORDERS)}) found
    cross join lateral (
      select id, customer_id from sales_order
      where workspace_id = ${workspaceId} and status <> 'cancelled' and id = found.order_id limit 1) o
    cross join lateral (
      select product_id from sales_order_line l
      where l.workspace_id = ${workspaceId} and l.order_id = found.order_id and l.product_id <> ${id}
      order by l.position limit ${sql.lit(LINES)}) together
    group by together.product_id
    having bool_or(o.customer_id = ${customerId}) or count(distinct o.customer_id) >= ${sql.lit(CUSTOMERS)}
    order by count(distinct o.id) filter (where o.customer_id = ${customerId}) desc, count(distinct o.id) desc,
      together.product_id
    limit ${sql.lit(CANDIDATES)}`.execute(db)
  return rows.map((row) => row.id)
}

/** Ids of products of the same category: the next ones by name, then the first ones. Some may be hidden. */
export async function ofSameCategory(
  { db, workspaceId }: CustomerContext,
  { id, name, categoryId }: { id: string; name: string; categoryId: string | null },
): Promise<string[]> {
  if (categoryId === null) return []
  // Only the index of the category has this order, and begins in the middle of it.
  const inOrder = (condition: RawBuilder<unknown>) => sql`(
    select id from product where workspace_id = ${workspaceId} and ${condition}
    order by category_id, name, id limit ${sql.lit(CANDIDATES)})`
  const [key, here] = [sql`(category_id, name, id)`, sql`(${categoryId}::uuid, ${name}, ${id}::uuid)`]
  const { rows } = await sql<{ id: string }>`
    ${inOrder(sql`${key} > ${here} and category_id <= ${categoryId}`)}
    union all ${inOrder(sql`${key} < ${here} and category_id >= ${categoryId}`)}`.execute(db)
  return rows.map((row) => row.id)
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CustomerContext } from '../customers/customer-fields.ts'

/** Of the newest orders of the customer, so many are looked at, with so many lines together. */
const [ORDERS, LINES] = [500, 20_000]

/**
 * SQL: the lines `l` of the newest orders of the customer that were not cancelled. `newest.place` counts the orders
 * from 1, the newest; it is from `newest.newest_at`, each other one from its `newest.placed_at`.
 */
export function newestLines({ workspaceId, customerId }: CustomerContext): RawBuilder<unknown> {
  return sql`(
    select id, placed_at, first_value(placed_at) over by_time as newest_at,
      row_number() over by_time as place, sum(line_count) over by_time as lines
    from (
      select id, line_count, placed_at, number, status from sales_order
      where workspace_id = ${workspaceId} and customer_id = ${customerId}
      order by placed_at desc, number desc limit ${sql.lit(ORDERS)}) o
    where status <> 'cancelled'
    window by_time as (order by placed_at desc, number desc) offset 0) newest
    join sales_order_line l on l.workspace_id = ${workspaceId} and l.order_id = newest.id
      and newest.lines <= ${sql.lit(LINES)}`
}

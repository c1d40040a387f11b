import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { addDays, dayOf, startOfDay } from '../local-day.ts'

export type WeekOfOrders = {
  /** Its Monday, such as 2027-01-04. */
  week: string
  orders: number
  /** The sum of the orders, in minor units. */
  value: number
}

/**
 * The orders of the last weeks in the time zone of the workspace, the present week included; cancelled ones do not
 * count.
 */
export async function ordersByWeek(
  { db, workspaceId, clock }: WorkspaceContext,
  { weeks, timezone }: { weeks: number; timezone: string },
): Promise<WeekOfOrders[]> {
  const monday = mondayOf(dayOf(clock(), timezone))
  const first = addDays(monday, -7 * (weeks - 1))
  const { rows } = await sql<WeekOfOrders>`
    select to_char(date_trunc('week', placed_at at time zone ${timezone}), 'YYYY-MM-DD') as week,
      count(*) as orders, sum(subtotal)::bigint as value
    from sales_order
    where workspace_id = ${workspaceId} and placed_at >= ${startOfDay(first, timezone)} and status <> 'cancelled'
    group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.week, row]))
  return Array.from({ length: weeks }, (_, i) => {
    const week = addDays(first, 7 * i)
    const { orders = 0, value = 0 } = found.get(week) ?? {}
    return { week, orders: Number(orders), value: Number(value) }
  })
}

function mondayOf(day: string): string {
  return addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek)
}

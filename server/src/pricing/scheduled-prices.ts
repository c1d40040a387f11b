import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'

/** A list price in minor units that a scheduled price change sets at a time. */
export type ScheduledPrice = { from: Date; listPrice: number }

/** The list prices that are scheduled, by product, in the order in which they take effect. */
export type ScheduledPrices = ReadonlyMap<string, readonly ScheduledPrice[]>

/** The list prices of products that are scheduled until a time. Those that are due and not published yet are included. */
export async function scheduledPrices(
  { db, workspaceId }: WorkspaceContext,
  { productIds, until }: { productIds: readonly string[]; until: Date },
): Promise<ScheduledPrices> {
  if (productIds.length === 0) return new Map()
  const asked = [...new Set(productIds)].map((id) => ({ id }))
  const { rows } = await sql<ScheduledPrice & { productId: string }>`
    select asked.id as "productId", change.scheduled_for as from, line.new_price as "listPrice"
    from (
      select id, scheduled_for from price_change
      where workspace_id = ${workspaceId} and status = 'scheduled' and scheduled_for <= ${until}
      order by scheduled_for, id offset 0) change
    cross join ${rowset(asked, 'id uuid', 'asked')}
    cross join lateral (
      select new_price from price_change_line
      where workspace_id = ${workspaceId} and price_change_id = change.id and product_id = asked.id
      limit 1) line
    order by change.scheduled_for, change.id`.execute(db)
  return Map.groupBy(rows, ({ productId }) => productId)
}

/** SQL: the time of the last change that is scheduled until a time. */
export function lastScheduled(workspaceId: RawBuilder<string>, until: RawBuilder<Date>): RawBuilder<Date | null> {
  return sql`(
    select scheduled_for from price_change
    where workspace_id = ${workspaceId} and status = 'scheduled' and scheduled_for <= ${until}
    order by scheduled_for desc limit 1)`
}

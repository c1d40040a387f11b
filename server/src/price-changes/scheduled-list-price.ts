import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'

export type ScheduledListPrice = {
  /** Minor units. */
  newPrice: number
  /** The price change that sets it. */
  priceChangeId: string
  name: string
  scheduledFor: Date
}

/**
 * The list price that scheduled price changes give a product by that time; undefined if none of them has the product.
 */
export async function scheduledListPrice(
  { db, workspaceId }: WorkspaceContext,
  { productId, at }: { productId: string; at: Date },
): Promise<ScheduledListPrice | undefined> {
  // From the lines of the product. The index of what is due has the changes of all workspaces.
  const { rows } = await sql<ScheduledListPrice>`
    select line.new_price as "newPrice", change.id as "priceChangeId", change.name, change.scheduled_for as "scheduledFor"
    from (
      select price_change_id, new_price from price_change_line
      where workspace_id = ${workspaceId} and product_id = ${productId} offset 0) line
    cross join lateral (
      select id, name, status, scheduled_for from price_change
      where workspace_id = ${workspaceId} and ${indexHint({ id: sql`line.price_change_id` })} limit 1) change
    where change.status = 'scheduled' and change.scheduled_for <= ${at}`.execute(db)
  // In the order of publication: the last one stays.
  return rows.toSorted((a, b) => moment(a) - moment(b) || (a.priceChangeId < b.priceChangeId ? -1 : 1)).at(-1)
}

function moment({ scheduledFor }: ScheduledListPrice): number {
  return scheduledFor.getTime()
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset, textArray } from '../database/rowset.ts'

/** A draft whose prices are taken to be published at a time. */
export type AssumedDraft = { priceChangeId: string; at: Date }

/** The list prices that are scheduled for products, in the order of their times, by product id. Minor units. */
export async function readScheduledPrices(
  { db, workspaceId }: WorkspaceContext,
  products: readonly { id: string }[],
  assumed?: AssumedDraft,
): Promise<Map<string, { at: Date; price: number }[]>> {
  const scheduled = await db
    .selectFrom('price_change')
    .select(['id', 'scheduled_for'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'scheduled')
    .execute()
  const times = new Map(scheduled.map(({ id, scheduled_for }) => [id, scheduled_for!]))
  if (assumed) times.set(assumed.priceChangeId, assumed.at)
  if (times.size === 0) return new Map()
  const ids = [...new Set(products.map(({ id }) => id))].map((id) => ({ id }))
  const { rows } = await sql<{ productId: string; priceChangeId: string; price: number }>`
    select line.product_id as "productId", line.price_change_id as "priceChangeId", line.new_price as price
    from ${rowset(ids, 'id uuid', 'asked')} cross join lateral (
      select * from price_change_line
      where workspace_id = ${workspaceId} and product_id = asked.id
        and price_change_id = any(${textArray([...times.keys()])}::uuid[]) offset 0) line`.execute(db)
  const inOrder = rows
    .map(({ productId, priceChangeId, price }) => ({ productId, priceChangeId, price, at: times.get(priceChangeId)! }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.priceChangeId < b.priceChangeId ? -1 : 1))
  return Map.groupBy(inOrder, ({ productId }) => productId)
}

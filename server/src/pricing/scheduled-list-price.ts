import type { WorkspaceContext } from '../context.ts'

export type ScheduledListPrice = {
  /** Minor units. */
  newPrice: number
  /** The price change that sets it. */
  priceChangeId: string
  name: string
  scheduledFor: Date
}

/** The list price that scheduled price changes give a product by that time; undefined if none of them has the product. */
export async function scheduledListPrice(
  { db, workspaceId }: WorkspaceContext,
  { productId, at }: { productId: string; at: Date },
): Promise<ScheduledListPrice | undefined> {
  const last = await db
    .selectFrom('price_change_line as line')
    .innerJoin('price_change as change', (join) =>
      join.on('change.workspace_id', '=', workspaceId).onRef('change.id', '=', 'line.price_change_id'),
    )
    .select(['line.new_price as newPrice', 'change.id as priceChangeId', 'change.name', 'change.scheduled_for'])
    .where('line.workspace_id', '=', workspaceId)
    .where('line.product_id', '=', productId)
    .where('change.status', '=', 'scheduled')
    .where('change.scheduled_for', '<=', at)
    // In the order of publication: the last one stays.
    .orderBy('change.scheduled_for', 'desc')
    .orderBy('change.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return undefined
  const { scheduled_for: scheduledFor, ...line } = last
  return { ...line, scheduledFor: scheduledFor! }
}

import type { WorkspaceContext } from '../context.ts'
import { findProduct } from './find-product.ts'

/** The most recent published prices that are shown. */
const MOST = 500

/**
 * What became of the list price of a product: published prices, oldest first, and those in drafts and scheduled
 * changes. Throws NotFound.
 */
export async function listPriceHistory(context: WorkspaceContext, { productId }: { productId: string }) {
  const { db, workspaceId } = context
  const { id } = await findProduct(context, productId)
  const lines = db
    .selectFrom('price_change_line as line')
    .innerJoin('price_change as change', (join) =>
      join.on('change.workspace_id', '=', workspaceId).onRef('change.id', '=', 'line.price_change_id'),
    )
    .select(['change.id as priceChangeId', 'change.name', 'change.status', 'change.scheduled_for'])
    .select(['change.published_at', 'line.old_price', 'line.new_price'])
    .where('line.workspace_id', '=', workspaceId)
    .where('line.product_id', '=', id)
  const published = await lines
    .where('change.status', '=', 'published')
    .orderBy('change.published_at', 'desc')
    .orderBy('change.id', 'desc')
    .limit(MOST)
    .execute()
  const pending = await lines
    .where('change.status', 'in', ['draft', 'scheduled'])
    .orderBy('change.scheduled_for', (order) => order.asc().nullsLast())
    .orderBy('change.created_at')
    .limit(MOST)
    .execute()
  return {
    published: published.toReversed().map(({ priceChangeId, name, published_at, old_price, new_price }) => ({
      priceChangeId,
      name,
      at: published_at!.toISOString(),
      from: old_price,
      to: new_price,
    })),
    pending: pending.map(({ priceChangeId, name, status, scheduled_for, new_price }) => ({
      priceChangeId,
      name,
      status: status as 'draft' | 'scheduled',
      scheduledFor: scheduled_for?.toISOString() ?? null,
      to: new_price,
    })),
  }
}

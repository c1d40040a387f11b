import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
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

/** Which price change set a list price, and when. */
export type ListPriceSince = { priceChangeId: string; name: string; at: string }

/** Since when products have their present list prices, by product id. One that no price change has set has no entry. */
export async function listPricesSince(
  { db, workspaceId }: WorkspaceContext,
  products: readonly { id: string; listPrice: number | null }[],
): Promise<Map<string, ListPriceSince>> {
  const asked = rowset(
    products.map(({ id, listPrice }) => ({ id, price: listPrice })),
    'id uuid, price bigint',
    'asked',
  )
  const { rows } = await sql<{ id: string; priceChangeId: string; name: string; published_at: Date }>`
    select asked.id, last.* from ${asked} cross join lateral (
      select change.id as "priceChangeId", change.name, change.published_at, line.new_price from price_change_line line
      join price_change change on change.workspace_id = ${workspaceId} and change.id = line.price_change_id
      where line.workspace_id = ${workspaceId} and line.product_id = asked.id and change.status = 'published'
      order by change.published_at desc, change.id desc limit 1) last
    where last.new_price = asked.price`.execute(db)
  return new Map(
    rows.map(({ id, priceChangeId, name, published_at }) => [
      id,
      { priceChangeId, name, at: published_at.toISOString() },
    ]),
  )
}

import { sql } from 'kysely'
import { recordPart } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { changesOf, lockProducts, readProducts } from './product-writes.ts'

export type MinimumQuantity = { sku: string; minOrderQty: number }

/** A product that has another minimum quantity. `position`: in the list of the caller. */
type ChangedMinimum = { position: number; id: string; sku: string; name: string; from: number; to: number }

/** `unknown`: positions of those whose SKU no product has. */
export type MinimumsPlan = { changed: ChangedMinimum[]; unknown: number[] }

/** Says which products would get another minimum quantity. Writes nothing. The SKUs must be unique, ignoring case. */
export async function planMinimumQuantities(
  context: WorkspaceContext,
  minimums: readonly MinimumQuantity[],
): Promise<MinimumsPlan> {
  const keys = minimums.map(({ sku }) => matchingKey(sku))
  const read = await readProducts(context, keys)
  const products = context.db.isTransaction ? await lockProducts(context, keys, read) : read
  const plan: MinimumsPlan = { changed: [], unknown: [] }
  minimums.forEach(({ minOrderQty: to }, position) => {
    const product = products.get(keys[position]!)
    if (!product) return plan.unknown.push(position)
    const { id, sku, values } = product
    const from = values.min_order_qty
    if (from !== to) plan.changed.push({ position, id, sku, name: values.name, from, to })
  })
  return plan
}

/**
 * Sets the minimum quantities of many products, as a part of something larger that records the activity itself. Call it
 * in a transaction.
 */
export async function setMinimumQuantities(
  trx: WorkspaceContext,
  minimums: readonly MinimumQuantity[],
): Promise<MinimumsPlan> {
  const plan = await planMinimumQuantities(trx, minimums)
  if (plan.changed.length === 0) return plan
  const { db, workspaceId, clock } = trx
  const rows = plan.changed.map(({ id, to }) => ({ id, min_order_qty: to }))
  await sql`
    update product p set min_order_qty = changed.min_order_qty, updated_at = ${clock()}
    from ${rowset(rows, 'id uuid, min_order_qty integer', 'changed')}
    where p.workspace_id = ${workspaceId} and p.id = changed.id`.execute(db)
  await recordPart(trx, changesOf(trx, plan.changed))
  return plan
}

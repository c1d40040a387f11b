import { sql } from 'kysely'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { noteGone } from '../../workspaces/activity/record-changes.ts'
import type { WorkspaceContext } from '../../context.ts'
import { counted } from '../../shared/counted.ts'
import { textArray } from '../../database/rowset.ts'
import { inTransaction } from '../../database/transaction.ts'
import { isChosen, requireExpected } from './chosen-products.ts'
import type { ChosenProducts } from './chosen-products.ts'

/** Products deleted in one statement. */
const BATCH = 1_000
/** SKUs that the activity tells. */
const SKUS_TOLD = 100

/**
 * Deletes products with their agreed prices and their lines in price changes. Orders keep copies of what they show.
 * Returns the number of them. Throws Conflict if a filter matches another number of products than was shown.
 */
export async function bulkDelete(
  context: WorkspaceContext,
  { products }: { products: ChosenProducts },
): Promise<{ deleted: number }> {
  return inTransaction(context, async (trx) => {
    const chosen = await lockChosen(trx, products)
    requireExpected(products, chosen.length)
    if (chosen.length === 0) return { deleted: 0 }
    for (let from = 0; from < chosen.length; from += BATCH) {
      const ids = chosen.slice(from, from + BATCH).map(({ id }) => id)
      await deleteProducts(trx, ids)
    }
    await recordActivity(trx, {
      action: 'product.bulk_delete',
      subject: { type: 'product', id: null, label: counted(chosen.length, 'product') },
      changes: { products: chosen.length, skus: chosen.slice(0, SKUS_TOLD).map(({ sku }) => sku) },
    })
    return { deleted: chosen.length }
  })
}

async function lockChosen(
  { db, workspaceId }: WorkspaceContext,
  products: ChosenProducts,
): Promise<{ id: string; sku: string }[]> {
  const { rows } = await sql<{ id: string; sku: string }>`
    select p.id, p.sku from product p where ${isChosen(workspaceId, products)}
      order by p.sku_key for update of p`.execute(db)
  return rows
}

async function deleteProducts(trx: WorkspaceContext, ids: string[]): Promise<void> {
  const { db, workspaceId } = trx
  await noteGone(trx, 'product', sql`workspace_id = ${workspaceId} and id = any(${textArray(ids)}::uuid[])`)
  for (const [table, key] of [
    ['product', 'id'],
    ['product_change', 'product_id'],
  ] as const) {
    await sql`
      delete from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${sql.ref(key)} = any(${textArray(ids)}::uuid[])`.execute(db)
  }
}

import { sql } from 'kysely'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { noteGone } from './gone-products.ts'
import { lockProduct } from './lock-product.ts'

/**
 * Deletes a product with its agreed prices and its lines in price changes. Orders keep copies of its names and prices.
 * Throws NotFound for the SKU or the id.
 */
export async function deleteProduct(
  context: WorkspaceContext,
  named: { sku: string } | { id: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const product = await lockProduct(trx, named)
    await noteGone(trx, sql`workspace_id = ${trx.workspaceId} and id = ${product.id}`)
    await trx.db
      .deleteFrom('product')
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', product.id)
      .execute()
    await trx.db
      .deleteFrom('product_change')
      .where('workspace_id', '=', trx.workspaceId)
      .where('product_id', '=', product.id)
      .execute()
    await recordActivity(trx, {
      action: 'product.delete',
      subject: { type: 'product', id: product.id, label: product.sku },
      changes: { name: product.name },
    })
    return { id: product.id }
  })
}

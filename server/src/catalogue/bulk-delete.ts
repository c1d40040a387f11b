import { sql } from 'kysely'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { counted } from '../counted.ts'
import { withCustomPlans } from '../database/custom-plans.ts'
import { inTransaction } from '../database/transaction.ts'
import { isChosen, requireExpected } from './chosen-products.ts'
import type { ChosenProducts } from './chosen-products.ts'

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
  return inTransaction(context, (trx) =>
    withCustomPlans(trx.db, async () => {
      const { deleted, skus } = await deleteChosen(trx, products)
      requireExpected(products, deleted)
      if (deleted === 0) return { deleted }
      await recordActivity(trx, {
        action: 'product.bulk_delete',
        subject: { type: 'product', id: null, label: counted(deleted, 'product') },
        changes: { products: deleted, skus },
      })
      return { deleted }
    }),
  )
}

async function deleteChosen(
  { db, workspaceId }: WorkspaceContext,
  products: ChosenProducts,
): Promise<{ deleted: number; skus: string[] }> {
  const { rows } = await sql<{ deleted: number; skus: string[] | null }>`
    with chosen as materialized (
      select p.id, p.sku from product p where ${isChosen(workspaceId, products)} order by p.sku_key for update of p),
    gone as (
      delete from product where workspace_id = ${workspaceId} and id in (select id from chosen) returning id),
    unnoted as (
      delete from product_change where workspace_id = ${workspaceId} and product_id in (select id from chosen))
    select (select count(*) from gone) as deleted,
      (select json_agg(sku) from (select sku from chosen limit ${sql.lit(SKUS_TOLD)}) told) as skus`.execute(db)
  return { deleted: Number(rows[0]!.deleted), skus: rows[0]!.skus ?? [] }
}

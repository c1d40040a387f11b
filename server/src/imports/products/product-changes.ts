import { sql } from 'kysely'
import type { StoredProduct } from '../../catalogue/plan-upsert.ts'
import { lockProducts, readProducts } from '../../catalogue/product-writes.ts'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import { matchingKey } from '../../matching-key.ts'
import type { UndoneChange } from '../import-kind.ts'

/** Locks the products of changes, and returns those that nobody has changed since, with their changes. */
export async function lockUntouched(
  trx: WorkspaceContext,
  changes: readonly UndoneChange[],
): Promise<{ product: StoredProduct; change: UndoneChange }[]> {
  const keys = changes.map(({ label }) => matchingKey(label))
  const products = await lockProducts(trx, keys, await readProducts(trx, keys))
  const ids = new Set(await intactProducts(trx, changes))
  return changes.flatMap((change) => {
    const product = products.get(matchingKey(change.label))
    return product?.id === change.recordId && ids.has(product.id) ? [{ product, change }] : []
  })
}

/** The ids of the products that nobody has changed since, and of new ones those without agreed prices. */
export async function intactProducts(
  { db, workspaceId }: WorkspaceContext,
  changes: readonly UndoneChange[],
): Promise<string[]> {
  const asked = changes.map(({ recordId, version, kind }) => ({ id: recordId, version, new: kind === 'created' }))
  const { rows } = await sql<{ id: string }>`
    select asked.id from ${rowset(asked, 'id uuid, version text, "new" boolean', 'asked')}
    where ${changeTime(workspaceId)} = asked.version::timestamptz and not ("new" and exists (
      select from agreed_price a where a.workspace_id = ${workspaceId} and a.product_id = asked.id))`.execute(db)
  return rows.map(({ id }) => id)
}

/** SQL: when the product of a row of `asked` was changed last. One look-up each, whatever the statistics say. */
function changeTime(workspaceId: string) {
  return sql`(
    select c.changed_at from product_change c where c.workspace_id = ${workspaceId} and c.product_id = asked.id)`
}

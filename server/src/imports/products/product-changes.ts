import { sql } from 'kysely'
import type { StoredProduct } from '../../catalogue/plan-upsert.ts'
import { lockProducts, readProducts } from '../../catalogue/product-writes.ts'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import { matchingKey } from '../../matching-key.ts'
import type { UndoneChange } from '../import-kind.ts'
import type { KeptProduct } from './write-product-rows.ts'

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

/**
 * The ids of the products that nobody has changed since. New ones must have no agreed prices. The old brand and category
 * of the others must be there: one that was merged into another does not come back.
 */
export async function intactProducts(
  { db, workspaceId }: WorkspaceContext,
  changes: readonly UndoneChange[],
): Promise<string[]> {
  const asked = changes.map(({ recordId, version, kind, before }) => {
    const { brand_id: brand, category_id: category } = (before as Partial<KeptProduct> | null)?.values ?? {}
    return { id: recordId, version, new: kind === 'created', brand, category }
  })
  const isThere = (name: 'brand' | 'category') => sql`(
    asked.${sql.ref(name)} is null or exists (
      select from ${sql.table(name)} g where g.workspace_id = ${workspaceId} and g.id = asked.${sql.ref(name)}))`
  const { rows } = await sql<{ id: string }>`
    select asked.id from ${rowset(asked, 'id uuid, version text, "new" boolean, brand uuid, category uuid', 'asked')}
    where ${changeTime(workspaceId)} = asked.version::timestamptz and ${isThere('brand')} and ${isThere('category')}
      and not ("new" and exists (
        select from agreed_price a where a.workspace_id = ${workspaceId} and a.product_id = asked.id))`.execute(db)
  return rows.map(({ id }) => id)
}

/** SQL: when the product of a row of `asked` was changed last. One look-up each, whatever the statistics say. */
function changeTime(workspaceId: string) {
  return sql`(
    select c.changed_at from product_change c where c.workspace_id = ${workspaceId} and c.product_id = asked.id)`
}

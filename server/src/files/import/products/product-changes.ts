import { sql } from 'kysely'
import { withSameVersion } from '../../../workspaces/activity/record-versions.ts'
import type { StoredProduct } from '../../../catalogue/plan-upsert.ts'
import { lockProducts, readProducts } from '../../../catalogue/product-writes.ts'
import type { WorkspaceContext } from '../../../context.ts'
import { rowset } from '../../../database/rowset.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import { leftAt } from '../import-kind.ts'
import type { UndoneChange } from '../import-kind.ts'

/** What a product was before an import, to undo that. */
export type KeptProduct = Pick<StoredProduct, 'values' | 'brand' | 'category' | 'imageUrl' | 'customerIds'> & {
  /** Whether the import changed the image, and who may see it. */
  isImageNew: boolean
  isAccessNew: boolean
}

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
 * The ids of the products that nobody has changed since. New ones must not be in use. The old brand and category of the
 * others must be there: one that was merged into another does not come back.
 */
export async function intactProducts(context: WorkspaceContext, changes: readonly UndoneChange[]): Promise<string[]> {
  const { db, workspaceId } = context
  const same = new Set((await withSameVersion(context, 'product_change', changes.map(leftAt))).map(({ id }) => id))
  const intact = changes.filter(({ recordId }) => same.has(recordId))
  const created = intact.filter(({ kind }) => kind === 'created').map(({ recordId }) => recordId)
  const used = await usesOfProducts(context, created)
  const asked = intact
    .filter(({ recordId }) => !used.has(recordId))
    .map(({ recordId, before }) => {
      const { brand_id: brand, category_id: category } = (before as Partial<KeptProduct> | null)?.values ?? {}
      return { id: recordId, brand, category }
    })
  const isThere = (name: 'brand' | 'category') => sql`(
    asked.${sql.ref(name)} is null or exists (
      select from ${sql.table(name)} g where g.workspace_id = ${workspaceId} and g.id = asked.${sql.ref(name)}))`
  const { rows } = await sql<{ id: string }>`
    select asked.id from ${rowset(asked, 'id uuid, brand uuid, category uuid', 'asked')}
    where ${isThere('brand')} and ${isThere('category')}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What products may be used for, and the table of that. */
const USES = {
  ordered: 'sales_order_line',
  'in a basket': 'basket_line',
  'on a saved list': 'saved_list_line',
  'at an agreed price': 'agreed_price',
  'in a price change': 'price_change_line',
}

/** What those of the products are used for that are in use, in a word. */
export async function usesOfProducts(
  { db, workspaceId }: WorkspaceContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const asked = ids.map((id) => ({ id }))
  const cases = Object.entries(USES).map(
    ([use, table]) => sql`
      when exists (select from ${sql.table(table)} t where t.workspace_id = ${workspaceId} and t.product_id = asked.id)
      then ${sql.lit(use)}`,
  )
  const { rows } = await sql<{ id: string; use: string | null }>`
    select asked.id, case ${sql.join(cases, sql` `)} end as use from ${rowset(asked, 'id uuid', 'asked')}`.execute(db)
  return new Map(rows.flatMap(({ id, use }) => (use === null ? [] : [[id, use]])))
}

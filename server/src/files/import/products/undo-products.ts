import { sql } from 'kysely'
import { recordPart } from '../../../workspaces/activity/record-activity.ts'
import type { PlannedProduct, StoredProduct } from '../../../catalogue/plan-upsert.ts'
import { noteGone } from '../../../catalogue/gone-products.ts'
import { changesOf, replaceAccess, writeProducts } from '../../../catalogue/product-writes.ts'
import type { WorkspaceContext } from '../../../context.ts'
import { uuidArray } from '../../../database/rowset.ts'
import { queueImages, removeImage } from '../../../catalogue/images/product-images.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import { lockNames } from '../../../workspaces/lock-names.ts'
import type { Undone, UndoneChange } from '../import-kind.ts'
import { lockUntouched } from './product-changes.ts'
import type { KeptProduct } from './product-changes.ts'

type Old = { product: StoredProduct; before: KeptProduct }

/** Gives products their old values back, and deletes new ones that are not in use. */
export async function undoProducts(trx: WorkspaceContext, changes: readonly UndoneChange[]): Promise<Undone> {
  await lockNames(trx, 'shared')
  const present = (await lockUntouched(trx, changes)).map(({ product, change }) => ({
    product,
    before: change.before as KeptProduct | null,
  }))
  const old = present.flatMap(({ product, before }) => (before ? [{ product, before }] : []))
  const created = present.flatMap(({ product, before }) => (before ? [] : [product.id]))
  const restored = old.map(({ product }) => product)
  const removed = await remove(trx, created)
  await restore(trx, old)
  await recordPart(trx, changesOf(trx, restored))

  return { restored: restored.map(({ id }) => id), removed }
}

/** Deletes products. Returns their ids. */
async function remove(trx: WorkspaceContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { db, workspaceId } = trx
  const theirs = sql<boolean>`workspace_id = ${workspaceId} and id = any(${uuidArray(ids)})`
  await noteGone(trx, theirs)
  const { rows } = await sql<{ id: string }>`delete from product where ${theirs} returning id`.execute(db)
  const removed = rows.map(({ id }) => id)
  await sql`
    delete from product_change
    where workspace_id = ${workspaceId} and product_id = any(${uuidArray(removed)})`.execute(db)
  return removed
}

async function restore(trx: WorkspaceContext, old: readonly Old[]): Promise<void> {
  const planned = old.map(({ product: { id, sku }, before }): PlannedProduct => ({
    id,
    sku,
    skuKey: matchingKey(sku),
    values: before.values,
    brand: before.brand,
    category: before.category,
    imageUrl: before.isImageNew ? before.imageUrl : null,
    customerIds: before.isAccessNew ? before.customerIds : null,
  }))
  const inOrder = planned.toSorted((a, b) => (a.skuKey < b.skuKey ? -1 : 1))
  await writeProducts(trx, inOrder, new Map(old.map(({ product }) => [matchingKey(product.sku), product])))
  await replaceAccess(trx, await withoutDeleted(trx, inOrder))
  await queueImages(trx, inOrder)
  for (const { product, before } of old) {
    if (before.isImageNew && before.imageUrl === null) await removeImage(trx, product.id)
  }
}

/** A customer that is deleted since does not come back to the list of a product. */
async function withoutDeleted(
  { db, workspaceId }: WorkspaceContext,
  products: readonly PlannedProduct[],
): Promise<PlannedProduct[]> {
  const named = [...new Set(products.flatMap(({ customerIds }) => customerIds ?? []))]
  if (named.length === 0) return [...products]
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', named)
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  return products.map((product) => ({
    ...product,
    customerIds: product.customerIds?.filter((id) => there.has(id)) ?? null,
  }))
}

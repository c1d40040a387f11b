import type { WorkspaceContext } from '../context.ts'
import { NotFound, quoted } from '../errors.ts'
import { uuidOf } from '../lib/uuid.ts'
import { sql } from 'kysely'
import { askedKeys, uuidArray } from '../database/rowset.ts'
import { matchingKey } from '../lib/matching-key.ts'

export type FoundProduct = Awaited<ReturnType<typeof findProduct>>

/** The product with this id; `listPrice` is in minor units. Throws NotFound. */
export async function findProduct({ db, workspaceId }: WorkspaceContext, id: string) {
  const product = await db
    .selectFrom('product')
    .select(['id', 'brand_id as brandId', 'category_id as categoryId', 'list_price as listPrice'])
    .select(['active', 'visibility', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', uuidOf(id))
    .executeTakeFirst()
  if (!product) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  return product
}

/** The SKUs that these products have now, by id. */
export async function presentSkus(
  { db, workspaceId }: WorkspaceContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'sku'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${uuidArray(ids)})`)
    .execute()
  return new Map(rows.map(({ id, sku }) => [id, sku]))
}

/** `listPrice` is in minor units. */
export type ProductOfSku = { id: string; sku: string; name: string; listPrice: number | null }

/** The products with these SKUs, by SKU key. In a transaction, nobody can delete them until it ends. */
export async function productsBySku(
  { db, workspaceId }: WorkspaceContext,
  skus: readonly string[],
): Promise<Map<string, ProductOfSku>> {
  const asked = askedKeys([...new Set(skus.map(matchingKey))].toSorted())
  const { rows } = await sql<ProductOfSku & { key: string }>`
    select asked.key, p.* from ${asked} cross join lateral (
      select id, sku, name, list_price as "listPrice" from product
      where workspace_id = ${workspaceId} and sku_key = asked.key limit 1
      ${db.isTransaction ? sql`for key share` : sql``}) p`.execute(db)
  return new Map(rows.map(({ key, ...product }) => [key, product]))
}

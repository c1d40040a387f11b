import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../lib/matching-key.ts'

/** `listPrice` is in minor units. */
export type ProductOfSku = { id: string; sku: string; name: string; listPrice: number | null }

/** The products with these SKUs, by SKU key. In a transaction, nobody can delete them until it ends. */
export async function productsBySku(
  { db, workspaceId }: WorkspaceContext,
  skus: readonly string[],
): Promise<Map<string, ProductOfSku>> {
  const keys = [...new Set(skus.map(matchingKey))].toSorted()
  const asked = rowset(
    keys.map((key) => ({ key })),
    'key text',
    'asked',
  )
  const { rows } = await sql<ProductOfSku & { key: string }>`
    select asked.key, p.* from ${asked} cross join lateral (
      select id, sku, name, list_price as "listPrice" from product
      where workspace_id = ${workspaceId} and sku_key = asked.key limit 1
      ${db.isTransaction ? sql`for key share` : sql``}) p`.execute(db)
  return new Map(rows.map(({ key, ...product }) => [key, product]))
}

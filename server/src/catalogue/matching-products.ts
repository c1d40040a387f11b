import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { rowset } from '../database/rowset.ts'
import { isUuid } from '../uuid.ts'
import { searchFor } from './search-tiers.ts'

/** Products of a brand and a category, found by words, with a list price from one amount to another, both included. */
export type PricedFilter = {
  q?: string | undefined
  /** Ids. */
  brand?: string | undefined
  category?: string | undefined
  /** Minor units. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
}

/** `id`, `sku`, `sku_key`, `name` and `list_price` of all products that match, as a relation. Words find what the list finds. */
export function matchingProducts(workspaceId: string, filter: PricedFilter): RawBuilder<unknown> {
  const { q, brand, category, minPrice, maxPrice } = filter
  const conditions = [
    sql`p.workspace_id = ${workspaceId}`,
    ...(brand === undefined ? [] : [isUuid(brand) ? sql`p.brand_id = ${brand}` : sql`false`]),
    ...(category === undefined ? [] : [isUuid(category) ? sql`p.category_id = ${category}` : sql`false`]),
    ...(minPrice === undefined ? [] : [sql`p.list_price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`p.list_price <= ${maxPrice}`]),
  ]
  if (q === undefined) {
    return sql`select p.id, p.sku, p.sku_key, p.name, p.list_price from product p where ${sql.join(conditions, sql` and `)}`
  }
  const { terms, tiers } = searchFor(workspaceId, q)
  const found = sql.join(
    tiers.map(({ matches }) => matches),
    sql` or `,
  )
  return sql`
    select p.id, p.sku, p.sku_key, p.name, p.list_price
    from ${rowset([terms.values], terms.columns, 'asked')} join product p on ${sql.join(conditions, sql` and `)}
    where ${found}`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isPossible } from '../list-products.ts'
import { matchesSearch } from './search-tiers.ts'

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

/** SQL: true for a product, `p`, of the workspace that matches. Words find what the list finds. */
export function matchesPriced(workspaceId: string, filter: PricedFilter): RawBuilder<boolean> {
  const { q, brand, category, minPrice, maxPrice } = filter
  const ours = sql`p.workspace_id = ${workspaceId}`
  if (!isPossible(filter)) return sql`(${ours} and false)`
  const conditions = [
    ours,
    ...(brand === undefined ? [] : [sql`p.brand_id = ${brand}`]),
    ...(category === undefined ? [] : [sql`p.category_id = ${category}`]),
    ...(minPrice === undefined ? [] : [sql`p.list_price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`p.list_price <= ${maxPrice}`]),
    ...(q === undefined ? [] : [matchesSearch(workspaceId, q)]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** `id`, `sku`, `sku_key`, `name` and `list_price` of all products that match, as a relation. */
export function matchingProducts(workspaceId: string, filter: PricedFilter): RawBuilder<unknown> {
  return sql`select p.id, p.sku, p.sku_key, p.name, p.list_price from product p where ${matchesPriced(workspaceId, filter)}`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { conditionsOf } from './list-products.ts'
import type { ProductFilter } from './list-products.ts'
import { matchesSearch } from './search/search-tiers.ts'

/** What staff filter products by. */
export type StaffFilter = Omit<ProductFilter, 'customer' | 'updatedSince'>

/** SQL: true for a product, `p`, of the workspace that matches the filter. */
export function matching(workspaceId: string, { q, ...filter }: StaffFilter): RawBuilder<boolean> {
  const conditions = [sql`p.workspace_id = ${workspaceId}`, ...conditionsOf(workspaceId, filter)]
  if (q !== undefined) conditions.push(matchesSearch(workspaceId, q))
  return sql`${sql.join(conditions, sql` and `)}`
}

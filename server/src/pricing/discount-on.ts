import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { indexHint } from '../database/index-hint.ts'

/** What a discount is on, as expressions: everything, or the brand or category with that id. */
type Place = { appliesTo: 'all' } | { appliesTo: 'brand' | 'category'; id: RawBuilder<unknown> }

/**
 * SQL: selects the discount of a customer in a place, if there is one. It is one index lookup, however many discounts the
 * customer has.
 */
export function discountOn(workspaceId: string, customerId: RawBuilder<unknown>, place: Place): RawBuilder<unknown> {
  return sql`(
    select * from discount_rule
    where workspace_id = ${workspaceId} and ${lookup(customerId, place)} limit 1)`
}

/** By the index of customer, scope, brand and category. */
function lookup(customer_id: RawBuilder<unknown>, place: Place): RawBuilder<boolean> {
  const key = { customer_id, applies_to: sql.lit(place.appliesTo) }
  if (place.appliesTo === 'all') return indexHint(key)
  if (place.appliesTo === 'brand') return indexHint({ ...key, brand_id: place.id }, 'category_id')
  return sql`brand_id is null and ${indexHint({ ...key, category_id: place.id }, 'brand_id')}`
}

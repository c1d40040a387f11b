import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CustomerTerms } from './evaluate-price.ts'

/**
 * The rules of a customer that concern the product of the row, as one JSON column beside it.
 * For a query over `product as p`.
 */
export function customerTerms(who: { workspaceId: string; customerId: string }): RawBuilder<CustomerTerms> {
  return sql`json_build_object(
    'discounts', coalesce((
      select json_agg(json_build_object('appliesTo', r.applies_to, 'discountBp', r.discount_bp))
      from discount_rule r
      where r.workspace_id = ${who.workspaceId} and r.customer_id = ${who.customerId}
        and (r.applies_to = 'all' or r.brand_id = p.brand_id or r.category_id = p.category_id)), '[]'),
    'agreedPrices', coalesce((
      select json_agg(json_build_object(
        'unit', a.unit, 'minQty', a.min_qty, 'startsAt', a.starts_at, 'endsAt', a.ends_at))
      from agreed_price a
      where a.workspace_id = ${who.workspaceId} and a.customer_id = ${who.customerId} and a.product_id = p.id), '[]'))`
}

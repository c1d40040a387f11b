import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CustomerTerms } from './evaluate-price.ts'

/** What a customer's price of a product follows from, as columns beside the product. */
export type TermsRow = {
  /** Basis points, and the name of the brand or category; null where the customer has no such discount. */
  brand_bp: number | null
  brand_named: string | null
  category_bp: number | null
  category_named: string | null
  all_bp: number | null
  agreed: CustomerTerms['agreedPrices'] | null
}

/**
 * The terms of the customer whose id the expression gives, for a statement over `product as p`: a CTE that reads the
 * customer's discounts once, the joins that find those on each product's brand and category, and the columns.
 */
export function customerTerms(workspaceId: string, customerId: RawBuilder<unknown>) {
  return {
    rules: sql`rule as materialized (
      select r.applies_to, r.brand_id, r.category_id, r.discount_bp, coalesce(b.name, c.name) as named
      from discount_rule r
      left join brand b on b.workspace_id = ${workspaceId} and b.id = r.brand_id
      left join category c on c.workspace_id = ${workspaceId} and c.id = r.category_id
      where r.workspace_id = ${workspaceId} and r.customer_id = ${customerId})`,
    joins: sql`
      left join rule brand_rule on brand_rule.brand_id = p.brand_id
      left join rule category_rule on category_rule.category_id = p.category_id`,
    columns: sql<TermsRow>`
      brand_rule.discount_bp as brand_bp, brand_rule.named as brand_named,
      category_rule.discount_bp as category_bp, category_rule.named as category_named,
      (select discount_bp from rule where applies_to = 'all') as all_bp,
      (select json_agg(json_build_object(
          'unit', a.unit, 'minQty', a.min_qty, 'startsAt', a.starts_at, 'endsAt', a.ends_at))
        from agreed_price a
        where a.workspace_id = ${workspaceId} and a.customer_id = ${customerId} and a.product_id = p.id) as agreed`,
  }
}

/** The terms in the shape that prices are computed from. */
export function termsOf(row: TermsRow): CustomerTerms {
  const discounts: CustomerTerms['discounts'] = []
  if (row.brand_bp !== null) discounts.push({ appliesTo: 'brand', on: row.brand_named, discountBp: row.brand_bp })
  if (row.category_bp !== null) {
    discounts.push({ appliesTo: 'category', on: row.category_named, discountBp: row.category_bp })
  }
  if (row.all_bp !== null) discounts.push({ appliesTo: 'all', on: null, discountBp: row.all_bp })
  return { discounts, agreedPrices: row.agreed ?? [] }
}

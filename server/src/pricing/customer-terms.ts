import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { alongKey } from '../database/along-key.ts'
import type { CustomerTerms } from './evaluate-price.ts'

/** What a customer's prices of some products follow from. */
export type TermsOfCustomer = {
  /** The discounts that concern one of those products, with the name of what they are on. */
  discounts: (CustomerTerms['discounts'][number] & { brandId: string | null; categoryId: string | null })[]
  /** The prices agreed on those products. */
  agreedPrices: (CustomerTerms['agreedPrices'][number] & { productId: string })[]
}

/** A product, as far as terms can concern it. */
export type PricedProduct = { id: string; brandId: string | null; categoryId: string | null }

/**
 * The terms, as JSON, of the customer whose id the one expression gives, on the products of the other relation, which
 * has their `id`, `brand_id` and `category_id`. Each of them asks the index for its agreed prices, whatever the planner
 * knows of either.
 */
export function customerTerms(
  workspaceId: string,
  customerId: RawBuilder<unknown>,
  products: RawBuilder<unknown>,
): RawBuilder<TermsOfCustomer> {
  return sql`json_build_object(
    'discounts', coalesce((
      select json_agg(json_build_object(
        'appliesTo', r.applies_to, 'brandId', r.brand_id, 'categoryId', r.category_id, 'discountBp', r.discount_bp,
        'on', coalesce(
          (select name from brand where workspace_id = ${workspaceId} and id = r.brand_id),
          (select name from category where workspace_id = ${workspaceId} and id = r.category_id))))
      from discount_rule r
      where r.workspace_id = ${workspaceId} and r.customer_id = ${customerId} and (r.applies_to = 'all'
        or r.brand_id in (select brand_id from ${products} of_brands)
        or r.category_id in (select category_id from ${products} of_categories))), '[]'),
    'agreedPrices', coalesce((
      select json_agg(json_build_object(
        'productId', agreed.product_id, 'unit', agreed.unit, 'minQty', agreed.min_qty, 'startsAt', agreed.starts_at,
        'endsAt', agreed.ends_at))
      from ${products} of_terms cross join lateral (
        select a.* from agreed_price a
        where a.workspace_id = ${workspaceId}
          and ${alongKey({ 'a.customer_id': customerId, 'a.product_id': sql`of_terms.id` })}) agreed), '[]'))`
}

/** What of a customer's terms concerns a product. */
export function termsOn(product: PricedProduct, { discounts, agreedPrices }: TermsOfCustomer): CustomerTerms {
  return {
    discounts: discounts.filter(
      ({ appliesTo, brandId, categoryId }) =>
        appliesTo === 'all' ||
        (appliesTo === 'brand' ? brandId === product.brandId : categoryId === product.categoryId),
    ),
    agreedPrices: agreedPrices.filter(({ productId }) => productId === product.id),
  }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Row } from '../database/tables.ts'
import type { KindOfTerm, Offer, OwnerInSql } from './kind-of-term.ts'
import { sourcesOf } from './priced-at.ts'
import { WHOLE_BP, percent, shareOf } from '../shared/read-price.ts'

/** `on` is the name of the brand or category. Null means all products. */
type Discount = { appliesTo: Row<'discount_rule'>['applies_to']; on: string | null; discountBp: number }
type LocatedDiscount = Discount & { brandId: string | null; categoryId: string | null }

export type DiscountTerms = { discounts: Discount[] }
export type LocatedDiscounts = { discounts: LocatedDiscount[] }

/** The scopes of discounts, in the order of evaluation, each with the price source that the API shows. */
const SCOPES = [
  { appliesTo: 'brand', source: 'brand' },
  { appliesTo: 'category', source: 'category' },
  { appliesTo: 'all', source: 'customer' },
] as const

/** Discounts off the list price: on a brand, on a category, or on all products. */
export const DISCOUNTS: KindOfTerm<'discount_rule', DiscountTerms, LocatedDiscounts> = {
  table: 'discount_rule',
  period: null,

  offers: (listPrice, { discounts }) =>
    SCOPES.flatMap(({ appliesTo, source }) =>
      discounts
        .filter((discount) => discount.appliesTo === appliesTo)
        .map(({ on, discountBp }): Offer => ({
          source,
          label: discountLabel(discountBp, on),
          unit: listPrice === null ? null : discounted(listPrice, discountBp),
          discountBp,
          minQty: 1,
          obstacle: listPrice === null ? 'The product has no list price to take it off.' : null,
        })),
    ),

  turns: () => [],

  on: ({ discounts }) => {
    const onPlace = Map.groupBy(discounts, ({ brandId, categoryId }) => brandId ?? categoryId)
    return ({ brandId, categoryId }) => ({
      discounts: [...new Set([brandId, categoryId, null])].flatMap((place) => onPlace.get(place) ?? []),
    })
  },

  read: (workspaceId, owner, products, past) => {
    const parts = sourcesOf('discount_rule', past).map((source) => {
      const discount = (place: Place) => discountOn(workspaceId, owner, place, source)
      return sql`
        select found.* from ${discount({ appliesTo: 'all' })} found
        union all select found.* from (select distinct brand_id from ${products} of_brands) place
        cross join lateral ${discount({ appliesTo: 'brand', id: sql`place.brand_id` })} found
        union all select found.* from (select distinct category_id from ${products} of_categories) place
        cross join lateral ${discount({ appliesTo: 'category', id: sql`place.category_id` })} found`
    })
    const discounts = sql<LocatedDiscount[]>`coalesce((
      select json_agg(json_build_object(
        'appliesTo', r.applies_to, 'brandId', r.brand_id, 'categoryId', r.category_id, 'discountBp', r.discount_bp,
        'on', coalesce(r.on_name,
          (select name from brand where workspace_id = ${workspaceId} and id = r.brand_id),
          (select name from category where workspace_id = ${workspaceId} and id = r.category_id))))
      from (${sql.join(parts, sql` union all `)}) r), '[]')`
    return { discounts }
  },
}

/** What a discount is on, as expressions: everything, or the brand or category with that id. */
type Place = { appliesTo: 'all' } | { appliesTo: 'brand' | 'category'; id: RawBuilder<unknown> }

/**
 * SQL: selects the discount of a customer or price group in a place, if there is one. It is one index lookup, however
 * many discounts they have.
 */
export function discountOn(
  workspaceId: string,
  owner: OwnerInSql,
  place: Place,
  { table, held, isPast } = sourcesOf('discount_rule', undefined)[0]!,
): RawBuilder<unknown> {
  return sql`(
    select id, applies_to, brand_id, category_id, discount_bp, ${isPast ? sql`on_name` : sql`null::text as on_name`}
    from ${table} where workspace_id = ${workspaceId} and ${held} and ${lookup(owner, place)} limit 1)`
}

/** By the index of owner, scope, brand and category. */
function lookup({ column, id }: OwnerInSql, place: Place): RawBuilder<boolean> {
  const scope = sql<boolean>`${sql.ref(column)} = ${id} and applies_to = ${sql.lit(place.appliesTo)}`
  if (place.appliesTo === 'all') return scope
  if (place.appliesTo === 'brand') return sql`${scope} and brand_id = ${place.id}`
  return sql`${scope} and brand_id is null and category_id = ${place.id}`
}

/** The unit price after a discount. */
export function discounted(listPrice: number, discountBp: number): number {
  return shareOf(listPrice, WHOLE_BP - discountBp)
}

/** A discount for people: "12.5% off Hollin", or off everything. */
export function discountLabel(discountBp: number, on: string | null): string {
  return `${percent(discountBp)} off ${on ?? 'everything'}`
}

/** The label of a price for somebody who may not know the list price: with the percentage, they could compute it. */
export function labelWithoutPercent(label: string): string {
  return label.replaceAll(/(^|: )\d+(\.\d+)?% off (?=.)/g, '$1Discount on ')
}

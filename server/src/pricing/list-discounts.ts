import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Row } from '../database/tables.ts'
import { discountLabel } from './discount.ts'

export type DiscountRule = {
  id: string
  appliesTo: Row<'discount_rule'>['applies_to']
  brandId: string | null
  brand: string | null
  categoryId: string | null
  category: string | null
  discountBp: number
  /** The text that explains a price with this discount. */
  label: string
}

type ListedRule = Omit<DiscountRule, 'label'>

/** A column for a query of `customer`: its discounts in the order of evaluation, for shapeDiscount. */
export function discountsOfCustomer(workspaceId: string): RawBuilder<ListedRule[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', r.id, 'appliesTo', r.applies_to,
      'brandId', r.brand_id, 'brand', b.name, 'categoryId', r.category_id, 'category', c.name,
      'discountBp', r.discount_bp) order by array_position('{brand,category,all}', r.applies_to), b.name, c.name), '[]')
    from discount_rule r
    left join brand b on b.workspace_id = ${workspaceId} and b.id = r.brand_id
    left join category c on c.workspace_id = ${workspaceId} and c.id = r.category_id
    where r.workspace_id = ${workspaceId} and r.customer_id = customer.id)`
}

export function shapeDiscount(rule: ListedRule): DiscountRule {
  return { ...rule, label: discountLabel(rule.discountBp, rule.brand ?? rule.category) }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { withCustomPlans } from '../database/custom-plans.ts'
import { inSnapshot } from '../database/transaction.ts'
import { AGREED_PRICES } from '../pricing/agreed-price-terms.ts'
import { holds } from '../pricing/kind-of-term.ts'
import { findScope } from '../pricing/set-discount.ts'
import type { DiscountScope } from '../pricing/set-discount.ts'
import { visibleTo } from './visible-to.ts'

/** As many of the products that change most are named. */
const NAMED = 5

/** A product whose price would change, for one unit, in minor units. */
export type ChangedPrice = { productId: string; sku: string; name: string; before: number; after: number }

export type DiscountEffect = {
  /** The customer's present discount with the same scope, in basis points. */
  presentBp: number | null
  /** Products with a list price in the scope that the customer sees. */
  products: number
  up: number
  down: number
  /** Those that have an agreed price for one unit now: no discount changes it. */
  agreed: number
  /** The products whose price changes most, in minor units. */
  largest: ChangedPrice[]
}

type Preview = { customer: string; on: DiscountScope; discountBp: number | null }

/**
 * What a discount would change for a customer, at a quantity of 1, now. A discount of null removes the present one.
 * Throws NotFound, naming the customer, the brand or the category.
 */
export async function previewDiscount(context: WorkspaceContext, input: Preview): Promise<DiscountEffect> {
  const { runQueued = (work) => work() } = context
  return runQueued(() => inSnapshot(context, (trx) => withCustomPlans(trx.db, () => preview(trx, input))))
}

async function preview(context: WorkspaceContext, { customer, on, discountBp }: Preview): Promise<DiscountEffect> {
  const { id } = await findCustomer(context, customer)
  const scope = await findScope(context, on)
  const same = sql`(applies_to = ${scope.appliesTo} and brand_id is not distinct from ${scope.brandId}::uuid
    and category_id is not distinct from ${scope.categoryId}::uuid)`
  const wanted = sql`select ${scope.appliesTo}::text, ${scope.brandId}::uuid, ${scope.categoryId}::uuid, ${discountBp}::integer`
  const { rows } = await sql<DiscountEffect>`
    with present as materialized (
      select applies_to, brand_id, category_id, discount_bp from discount_rule
      where workspace_id = ${context.workspaceId} and customer_id = ${id}),
    wanted as materialized (
      select * from present where not ${same} ${discountBp === null ? sql`` : sql`union all ${wanted}`}),
    line as materialized (
      select p.id, p.sku, p.name, p.list_price as list, ${bestOf('present')} as present_bp, ${bestOf('wanted')} as wanted_bp,
        ${hasAgreedPrice(context, id)} as agreed
      from product p ${joined('present')} ${joined('wanted')}
      where p.workspace_id = ${context.workspaceId} and ${inScope(scope)} and p.list_price is not null
        and ${visibleTo(context.workspaceId, sql`${id}::uuid`)}),
    moved as materialized (
      select id, sku, name, (list * (10000 - present_bp) + 5000) / 10000 as before,
        (list * (10000 - wanted_bp) + 5000) / 10000 as after
      from line where not agreed and present_bp <> wanted_bp)
    select (select discount_bp from present where ${same}) as "presentBp",
      (select count(*)::integer from line) as products,
      (select count(*)::integer from moved where after > before) as up,
      (select count(*)::integer from moved where after < before) as down,
      (select count(*)::integer from line where agreed) as agreed,
      (select coalesce(json_agg(l), '[]') from (
        select id as "productId", sku, name, before, after from moved where after <> before
        order by abs(after - before) desc, sku limit ${sql.lit(NAMED)}) l) as largest`.execute(context.db)
  return rows[0]!
}

type Rules = 'present' | 'wanted'

/** The discount of the rules that applies to product `p`. The order is that of the evaluation. */
function bestOf(rules: Rules): RawBuilder<number> {
  const [brand, category, all] = ['brand', 'category', 'all'].map((scope) => sql.ref(`${rules}_${scope}.discount_bp`))
  return sql`coalesce(${brand}, ${category}, ${all}, 0)`
}

function joined(rules: Rules): RawBuilder<unknown> {
  const join = (scope: string, condition: RawBuilder<unknown>) => {
    const name = sql.ref(`${rules}_${scope}`)
    return sql`left join ${sql.ref(rules)} ${name} on ${name}.applies_to = ${sql.lit(scope)} and ${condition}`
  }
  return sql`
    ${join('brand', sql`${sql.ref(`${rules}_brand.brand_id`)} = p.brand_id`)}
    ${join('category', sql`${sql.ref(`${rules}_category.category_id`)} = p.category_id`)}
    ${join('all', sql`true`)}`
}

function inScope({ brandId, categoryId }: { brandId: string | null; categoryId: string | null }): RawBuilder<boolean> {
  if (brandId !== null) return sql`p.brand_id = ${brandId}`
  return categoryId === null ? sql`true` : sql`p.category_id = ${categoryId}`
}

function hasAgreedPrice({ workspaceId, clock }: WorkspaceContext, customerId: string): RawBuilder<boolean> {
  return sql`exists (
    select from agreed_price r where r.workspace_id = ${workspaceId} and r.customer_id = ${customerId}
      and r.product_id = p.id and r.min_qty = 1 and ${holds(AGREED_PRICES, clock())})`
}

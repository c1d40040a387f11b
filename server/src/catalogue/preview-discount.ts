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

/** An effect is large if more prices change, or one changes by more basis points. */
const LARGE = { prices: 1_000, changeBp: 5_000 }

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
  /** Many prices change, or one by more than half: to be asked for twice. */
  isLarge: boolean
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
  const { workspaceId } = context
  const { id } = await findCustomer(context, customer)
  const scope = await findScope(context, on)
  const { rows } = await sql<DiscountEffect>`
    with rule as materialized (
      select * from discount_rule where workspace_id = ${workspaceId} and customer_id = ${id}),
    present as materialized (select (
      select discount_bp from rule where applies_to = ${scope.appliesTo}
        and brand_id is not distinct from ${scope.brandId}::uuid
        and category_id is not distinct from ${scope.categoryId}::uuid) as bp),
    line as materialized (
      select p.id, p.sku, p.name, p.list_price as list, ${otherwise(context, id, scope)} as otherwise_bp,
        ${hasAgreedPrice(context, id)} as agreed, ${hasEarlierDiscount(scope)} as kept
      from product p
      where p.workspace_id = ${workspaceId} and ${inScope(scope)} and p.list_price is not null
        and ${visibleTo(workspaceId, sql`${id}::uuid`)}),
    moved as materialized (
      select id, sku, name, ${priceAfter(sql`present.bp`)} as before, ${priceAfter(sql`${discountBp}::integer`)} as after
      from line, present where not agreed and not kept)
    select (select bp from present) as "presentBp",
      (select count(*)::integer from line) as products,
      (select count(*)::integer from moved where after > before) as up,
      (select count(*)::integer from moved where after < before) as down,
      (select count(*)::integer from line where agreed) as agreed,
      (select count(*) > ${LARGE.prices} or coalesce(bool_or(abs(after - before) * 10000 > before * ${LARGE.changeBp}), false)
        from moved where after <> before) as "isLarge",
      (select coalesce(json_agg(l), '[]') from (
        select id as "productId", sku, name, before, after from moved where after <> before
        order by abs(after - before) desc, sku limit ${sql.lit(NAMED)}) l) as largest`.execute(context.db)
  return rows[0]!
}

type Scope = { appliesTo: 'all' | 'brand' | 'category'; brandId: string | null; categoryId: string | null }

function inScope({ brandId, categoryId }: Scope): RawBuilder<boolean> {
  if (brandId !== null) return sql`p.brand_id = ${brandId}`
  return categoryId === null ? sql`true` : sql`p.category_id = ${categoryId}`
}

/**
 * True if another discount applies to product `p` before one with this scope. The subqueries do not depend on the product: they
 * are hashed, so that a hundred thousand products with hundreds of discounts take one pass.
 */
function hasEarlierDiscount({ appliesTo }: Scope): RawBuilder<boolean> {
  const onBrand = sql`coalesce(p.brand_id in (select brand_id from rule where applies_to = 'brand'), false)`
  const onCategory = sql`coalesce(p.category_id in (select category_id from rule where applies_to = 'category'), false)`
  if (appliesTo === 'brand') return sql`false`
  return appliesTo === 'category' ? sql`${onBrand}` : sql`(${onBrand} or ${onCategory})`
}

/** The discount of product `p`, in basis points, if there is none with this scope nor an earlier one. */
function otherwise({ workspaceId }: WorkspaceContext, customerId: string, { appliesTo }: Scope): RawBuilder<number> {
  if (appliesTo === 'all') return sql`0`
  const onAll = sql`(select discount_bp from rule where applies_to = 'all')`
  if (appliesTo === 'category') return sql`coalesce(${onAll}, 0)`
  const onCategory = sql`(select r.discount_bp from discount_rule r
    where r.workspace_id = ${workspaceId} and r.customer_id = ${customerId} and r.applies_to = 'category'
      and r.brand_id is null and r.category_id = p.category_id)`
  return sql`coalesce(${onCategory}, ${onAll}, 0)`
}

/** The price of a line with that discount; null: without it. Rounded as in `discounted`. */
function priceAfter(discountBp: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(list * (10000 - coalesce(${discountBp}, otherwise_bp)) + 5000) / 10000`
}

function hasAgreedPrice({ workspaceId, clock }: WorkspaceContext, customerId: string): RawBuilder<boolean> {
  return sql`p.id in (
    select r.product_id from agreed_price r where r.workspace_id = ${workspaceId} and r.customer_id = ${customerId}
      and r.min_qty = 1 and ${holds(AGREED_PRICES, clock())})`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { AGREED_PRICES } from '../pricing/agreed-price-terms.ts'
import { discountOn } from '../pricing/discount-terms.ts'
import { readPriceGroup } from '../pricing/group-of-customer.ts'
import { holds } from '../pricing/kind-of-term.ts'
import { lastTermsChange } from '../pricing/kinds-of-term.ts'
import { isLargeEffect, LARGE_EFFECT } from '../rules/price-moves.ts'
import { findRule, findScope } from './set-discount.ts'
import type { DiscountScope, FoundScope } from './set-discount.ts'
import { StateCache } from '../reading/index.ts'
import { productsInSlices } from '../catalogue/products-in-slices.ts'
import { visibleTo } from '../pricing/visible-to.ts'

/** As many of the products that change most are named. */
const NAMED = 5

/** Cached effects, of all workspaces together. */
const MAX_EFFECTS = 1_000

/** A product whose price would change, for one unit, in minor units. */
type ChangedPrice = { productId: string; sku: string; name: string; before: number; after: number }

type DiscountEffect = {
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

const effects = new StateCache<DiscountEffect>({ max: MAX_EFFECTS })

/**
 * What a discount would change for a customer, at a quantity of 1, now. A discount of null removes the present one.
 * Products are read in slices. Throws NotFound, naming the customer, the brand or the category.
 */
export async function previewDiscount(context: WorkspaceContext, input: Preview): Promise<DiscountEffect> {
  const { runQueued = (work) => work() } = context
  const name = JSON.stringify([input, await lastTermsChange(context, context.clock())])
  return runQueued(() => effects.read(context, name, () => preview(context, input)))
}

async function preview(context: WorkspaceContext, { customer, on, discountBp }: Preview): Promise<DiscountEffect> {
  const { id } = await findCustomer(context, customer)
  const groupId = (await readPriceGroup(context, id))?.id ?? null
  const scope = await findScope(context, on)
  const presentBp = (await findRule(context, { column: 'customer_id', id }, scope))?.discount_bp ?? null
  const { brandId: brand, categoryId: category } = scope
  const effect = { products: 0, up: 0, down: 0, agreed: 0 }
  let [largest, halves]: [MovedPrice[], boolean] = [[], false]
  for await (const slice of productsInSlices(context, { brand: brand ?? undefined, category: category ?? undefined })) {
    const part = await previewSlice(context, { id, groupId, scope, presentBp, discountBp, slice })
    for (const count of COUNTS) effect[count] += part[count]
    largest = [...largest, ...part.largest].toSorted(byChange).slice(0, NAMED)
    halves ||= part.halves
  }
  return {
    presentBp,
    ...effect,
    largest: largest.map(({ productId, sku, name, before, after }) => ({ productId, sku, name, before, after })),
    isLarge: isLargeEffect(effect.up + effect.down, 0) || halves,
  }
}

const COUNTS = ['products', 'up', 'down', 'agreed'] as const
type MovedPrice = ChangedPrice & { skuKey: string }

/** The largest change first, then by SKU, byte by byte. */
function byChange(a: MovedPrice, b: MovedPrice): number {
  const larger = Math.abs(b.after - b.before) - Math.abs(a.after - a.before)
  return larger || Buffer.compare(Buffer.from(a.skuKey), Buffer.from(b.skuKey))
}

type Slice = {
  id: string
  groupId: string | null
  scope: FoundScope
  presentBp: number | null
  discountBp: number | null
  slice: RawBuilder<unknown>
}

async function previewSlice(context: WorkspaceContext, { id, groupId, scope, presentBp, discountBp, slice }: Slice) {
  const { workspaceId } = context
  const { rows } = await sql<Record<(typeof COUNTS)[number], number> & { largest: MovedPrice[]; halves: boolean }>`
    with rule as materialized (
      select * from discount_rule where workspace_id = ${workspaceId} and customer_id = ${id}),
    line as materialized (
      select p.id, p.sku, p.sku_key, p.name, p.list_price as list, ${otherwise(context, id, scope)} as otherwise_bp,
        ${groupPrice(context, groupId)} as group_price,
        ${hasAgreedPrice(context, id)} as agreed, ${hasEarlierDiscount(scope)} as kept
      from ${slice} p
      where p.list_price is not null and ${visibleTo(workspaceId, sql`${id}::uuid`)}),
    moved as materialized (
      select id, sku, sku_key, name, ${priceAfter(presentBp)} as before, ${priceAfter(discountBp)} as after
      from line where not agreed and not kept)
    select
      (select count(*)::integer from line) as products,
      (select count(*)::integer from moved where after > before) as up,
      (select count(*)::integer from moved where after < before) as down,
      (select count(*)::integer from line where agreed) as agreed,
      (select coalesce(bool_or(abs(after - before) * 10000 > before * ${LARGE_EFFECT.changeBp}), false)
        from moved where after <> before) as halves,
      (select coalesce(json_agg(l), '[]') from (
        select id as "productId", sku, sku_key as "skuKey", name, before, after from moved where after <> before
        order by abs(after - before) desc, sku_key limit ${sql.lit(NAMED)}) l) as largest`.execute(context.db)
  return rows[0]!
}

/** What product `p` costs by the price group, in minor units; null without a group or a term of it. */
function groupPrice({ workspaceId, clock }: WorkspaceContext, groupId: string | null): RawBuilder<number | null> {
  if (groupId === null) return sql`null::bigint`
  const owner = { column: 'group_id', id: sql`${groupId}::uuid` } as const
  const bpOf = (place: Parameters<typeof discountOn>[2]) =>
    sql`(select discount_bp from ${discountOn(workspaceId, owner, place)} found)`
  const discountBp = sql`coalesce(
    ${bpOf({ appliesTo: 'brand', id: sql`p.brand_id` })}, ${bpOf({ appliesTo: 'category', id: sql`p.category_id` })},
    ${bpOf({ appliesTo: 'all' })})`
  return sql`coalesce(
    (select r.unit from agreed_price r
      where r.workspace_id = ${workspaceId} and ${holds(AGREED_PRICES, clock())}
        and r.group_id = ${owner.id} and r.product_id = p.id and r.min_qty = 1 limit 1),
    (p.list_price * (10000 - ${discountBp}) + 5000) / 10000)`
}

/**
 * True if another discount applies to product `p` before one with this scope. The subqueries do not depend on the
 * product: they are hashed, so that a hundred thousand products with hundreds of discounts take one pass.
 */
function hasEarlierDiscount({ appliesTo }: FoundScope): RawBuilder<boolean> {
  const onBrand = sql`coalesce(p.brand_id in (select brand_id from rule where applies_to = 'brand'), false)`
  const onCategory = sql`coalesce(p.category_id in (select category_id from rule where applies_to = 'category'), false)`
  if (appliesTo === 'brand') return sql`false`
  return appliesTo === 'category' ? sql`${onBrand}` : sql`(${onBrand} or ${onCategory})`
}

/** The customer's own discount of product `p`, in basis points, without one with this scope or an earlier one. */
function otherwise(
  { workspaceId }: WorkspaceContext,
  customerId: string,
  { appliesTo }: FoundScope,
): RawBuilder<number | null> {
  if (appliesTo === 'all') return sql`null::integer`
  const onAll = sql<number | null>`(select discount_bp from rule where applies_to = 'all')`
  if (appliesTo === 'category') return onAll
  const onCategory = sql`(select r.discount_bp from discount_rule r
    where r.workspace_id = ${workspaceId} and r.customer_id = ${customerId} and r.applies_to = 'category'
      and r.brand_id is null and r.category_id = p.category_id)`
  return sql`coalesce(${onCategory}, ${onAll})`
}

/** The price of a line with that discount; null: without it. Rounded as in `discounted`. */
function priceAfter(discountBp: number | null): RawBuilder<number> {
  return sql`coalesce(
    (list * (10000 - coalesce(${discountBp}::integer, otherwise_bp)) + 5000) / 10000, group_price, list)`
}

function hasAgreedPrice({ workspaceId, clock }: WorkspaceContext, customerId: string): RawBuilder<boolean> {
  return sql`p.id in (
    select r.product_id from agreed_price r where r.workspace_id = ${workspaceId} and r.customer_id = ${customerId}
      and r.min_qty = 1 and ${holds(AGREED_PRICES, clock())})`
}

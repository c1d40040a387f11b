import { sql } from 'kysely'
import { productsInSlices } from '../../catalogue/products-in-slices.ts'
import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { findOwner } from '../../customers/term-owner.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { WHOLE_BP } from '../../shared/read-price.ts'
import { isLargeEffect } from '../../shared/price-impact.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import { readPriceGroup, visibleTo } from '../customer-terms.ts'
import { readPayer, unitOf } from '../impact/payers.ts'
import type { Discounts } from '../impact/payers.ts'
import { impactOf, previewOf, settlingAll } from '../impact/price-impact.ts'
import { agreedOn, bySku, readAgreed, readCompared } from '../impact/products.ts'
import type { Compared } from '../impact/products.ts'
import { nameProducts } from '../price-changes/impact-of-change.ts'
import { requireRule, findRule, findScope } from './discounts.ts'
import type { DiscountScope } from './discounts.ts'

/** As many of the products that change most are named. */
const NAMED = 5

type Asked = { on: DiscountScope; discountBp: number | null }
type Scope = { brandId: string | null; categoryId: string | null }

/**
 * What a discount of a price group would change for its customers, at a quantity of 1, now, beside its present discount
 * with the same scope, in basis points. A discount of null removes that one. Throws NotFound, naming the price group,
 * the brand or the category.
 */
export function previewGroupDiscount(
  context: WorkspaceContext,
  { group, on, discountBp }: Asked & { group: string },
): Promise<{ presentBp: number | null; moves: PriceImpact | null }> {
  return previewOf(context, ['discount of a group', group, on, discountBp], async () => {
    const owner = await findOwner(context, { group })
    const scope = await findScope(context, on)
    const presentBp = (await findRule(context, owner, scope))?.discount_bp ?? null
    return { presentBp, moves: await movesOfDiscount(context, { ownerId: owner.id, scope, discountBp }) }
  })
}

/** What `removeDiscount` would do to the prices of customers, for one unit, now. Throws NotFound. */
export async function previewDiscountRemoval(context: WorkspaceContext, id: string): Promise<PriceImpact | null> {
  const { customerId, groupId, ...scope } = await requireRule(context, id)
  return movesOfDiscount(context, { ownerId: (customerId ?? groupId)!, scope, discountBp: null })
}

function movesOfDiscount(
  context: WorkspaceContext,
  { ownerId, scope, discountBp }: { ownerId: string; scope: Scope; discountBp: number | null },
): Promise<PriceImpact | null> {
  const payer = settlingAll((owner) => (owner.id === ownerId ? withDiscount(owner, scope, discountBp) : owner))
  return impactOf(context, () => productsIn(context, scope), { payer })
}

function productsIn(context: WorkspaceContext, { brandId, categoryId }: Scope) {
  return productsInSlices(context, { brand: brandId ?? undefined, category: categoryId ?? undefined })
}

/** The owner with another discount on a brand, a category or everything; null: without it. */
function withDiscount<Owner extends Discounts>(
  owner: Owner,
  { brandId, categoryId }: Scope,
  discountBp: number | null,
): Owner {
  if (brandId !== null) return { ...owner, brands: changed(owner.brands, brandId, discountBp) }
  if (categoryId !== null) return { ...owner, categories: changed(owner.categories, categoryId, discountBp) }
  return { ...owner, all: discountBp }
}

function changed(discounts: Discounts['brands'], id: string, discountBp: number | null): Discounts['brands'] {
  const after = new Map(discounts)
  if (discountBp === null) after.delete(id)
  else after.set(id, discountBp)
  return after
}

/**
 * What a discount would change for a customer, at a quantity of 1, now. A discount of null removes the present one.
 * Products are read in slices. Throws NotFound, naming the customer, the brand or the category.
 */
export function previewDiscount(context: WorkspaceContext, { customer, on, discountBp }: Asked & { customer: string }) {
  return previewOf(context, ['discount of a customer', customer, on, discountBp], async () => {
    const { id } = await findCustomer(context, customer)
    const scope = await findScope(context, on)
    const presentBp = (await findRule(context, { column: 'customer_id', id }, scope))?.discount_bp ?? null
    return { presentBp, ...(await effectOn(context, id, { scope, discountBp })) }
  })
}

type Moved = { product: Compared; before: number; after: number }

async function effectOn(
  context: WorkspaceContext,
  id: string,
  { scope, discountBp }: { scope: Scope; discountBp: number | null },
) {
  const payer = await readPayer(context, { id, groupId: (await readPriceGroup(context, id))?.id ?? null })
  const settled = withDiscount(payer, scope, discountBp)
  const owners = [id, ...(payer.group ? [payer.group.id] : [])]
  const isSeen = sql<boolean>`(p.active and p.list_price is not null
    and ${visibleTo(context.workspaceId, sql`${id}::uuid`)})`
  const effect = { products: 0, up: 0, down: 0, agreed: 0 }
  let largest: Moved[] = []
  let halves = false
  for await (const slice of productsIn(context, scope)) {
    const products = await readCompared(context, slice, { condition: isSeen })
    const agreed = await readAgreed(context, products, { at: context.clock(), owners })
    const moved = await mapInSlices(products, (product): Moved[] => {
      const [before, after] = [payer, settled].map((one) => unitOf(one, product.before, agreedOn(agreed, product))!)
      return before === after ? [] : [{ product, before: before!, after: after! }]
    })
    const all = moved.flat()
    effect.products += products.length
    effect.up += all.filter(({ before, after }) => after > before).length
    effect.down += all.filter(({ before, after }) => after < before).length
    effect.agreed += agreed.get(id)?.size ?? 0
    largest = [...largest, ...all].toSorted(byChange).slice(0, NAMED)
    halves ||= all.some(({ before, after }) => isLargeEffect(0, (Math.abs(after - before) * WHOLE_BP) / before))
  }
  const ids = largest.map(({ product }) => product.id)
  const names = await nameProducts(context, ids)
  return {
    ...effect,
    largest: largest.flatMap(({ product: { id: productId }, before, after }) => {
      const product = names.get(productId)
      return product ? [{ productId, ...product, before, after }] : []
    }),
    isLarge: isLargeEffect(effect.up + effect.down, 0) || halves,
  }
}

/** The largest change first, then by SKU, byte by byte. */
function byChange(a: Moved, b: Moved): number {
  return Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || bySku(a.product, b.product)
}

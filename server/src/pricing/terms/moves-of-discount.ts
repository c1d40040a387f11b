import { findOwner } from '../../customers/term-owner.ts'
import { productsInSlices } from '../../catalogue/products-in-slices.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { Discounts } from '../impact/payers.ts'
import { movesOf, settlingAll } from '../impact/price-moves.ts'
import { lastTermsChange } from '../kinds-of-term.ts'
import { StateCache } from '../../database/paging/index.ts'
import type { PriceMoves } from '../../shared/price-moves.ts'
import { requireRule } from './remove-discount.ts'
import { findRule, findScope } from './set-discount.ts'
import type { DiscountScope } from './set-discount.ts'

type Preview = { group: string; on: DiscountScope; discountBp: number | null }
type GroupDiscountEffect = {
  /** The present discount of the group with the same scope, in basis points. */
  presentBp: number | null
  moves: PriceMoves | null
}

const effects = new StateCache<GroupDiscountEffect>({ max: 1_000 })

/**
 * What a discount of a price group would change for its customers, at a quantity of 1, now. A discount of null removes
 * the present one. Throws NotFound, naming the price group, the brand or the category.
 */
export async function previewGroupDiscount(context: WorkspaceContext, input: Preview): Promise<GroupDiscountEffect> {
  const { runQueued = (work) => work() } = context
  const name = JSON.stringify([input, await lastTermsChange(context, context.clock())])
  return runQueued(() => effects.read(context, name, () => preview(context, input)))
}

async function preview(context: WorkspaceContext, { group, on, discountBp }: Preview): Promise<GroupDiscountEffect> {
  const owner = await findOwner(context, { group })
  const scope = await findScope(context, on)
  const presentBp = (await findRule(context, owner, scope))?.discount_bp ?? null
  return { presentBp, moves: await movesOfDiscount(context, { ownerId: owner.id, scope, discountBp }) }
}

/** What `removeDiscount` would do to the prices of customers, for one unit, now. Throws NotFound. */
export async function previewDiscountRemoval(context: WorkspaceContext, id: string): Promise<PriceMoves | null> {
  const { customerId, groupId, ...scope } = await requireRule(context, id)
  return movesOfDiscount(context, { ownerId: (customerId ?? groupId)!, scope, discountBp: null })
}

type Scope = { brandId: string | null; categoryId: string | null }

/**
 * What a new discount of a customer or price group does to the prices of the products in its scope. In basis points;
 * null: none.
 */
function movesOfDiscount(
  context: WorkspaceContext,
  { ownerId, scope, discountBp }: { ownerId: string; scope: Scope; discountBp: number | null },
): Promise<PriceMoves | null> {
  const { brandId, categoryId } = scope
  const filter = { brand: brandId ?? undefined, category: categoryId ?? undefined }
  const payer = settlingAll((owner) => (owner.id === ownerId ? withDiscount(owner, scope, discountBp) : owner))
  return movesOf(context, () => productsInSlices(context, filter), { payer })
}

/** The owner with another discount on a brand, a category or everything; null: without it. */
export function withDiscount<Owner extends Discounts>(
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

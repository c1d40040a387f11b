import type { WorkspaceContext } from '../context.ts'
import { findOwner } from '../customers/term-owner.ts'
import { lastTermsChange } from '../pricing/kinds-of-term.ts'
import { StateCache } from '../reading/index.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import { movesOfDiscount } from './moves-of-discount.ts'
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
  return { presentBp, moves: await movesOfDiscount(context, { groupId: owner.id, scope, discountBp }) }
}

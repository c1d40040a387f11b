import type { WorkspaceContext } from '../context.ts'
import type { Payer } from '../price-changes/read-payers.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import { movesOfDiscount, withDiscount } from './moves-of-discount.ts'
import { requireRule } from './remove-discount.ts'

/**
 * What `removeDiscount` would do to the prices of customers, for one unit, now. Null where no price moves. Throws
 * NotFound.
 */
export async function previewDiscountRemoval(context: WorkspaceContext, id: string): Promise<PriceMoves | null> {
  const { customerId, groupId, ...scope } = await requireRule(context, id)
  if (groupId !== null) return movesOfDiscount(context, { groupId, scope, discountBp: null })
  const settle = (payer: Payer) => (payer.id === customerId ? withDiscount(payer, scope, null) : payer)
  return movesOfDiscount(context, { settle, scope })
}

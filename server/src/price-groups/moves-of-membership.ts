import { sql } from 'kysely'
import { productsInSlices } from '../catalogue/products-in-slices.ts'
import type { WorkspaceContext } from '../context.ts'
import { readPlacedProducts } from '../price-changes/moved-products.ts'
import { PriceMovesSum } from '../price-changes/price-moves.ts'
import type { Payer, PayerGroups } from '../price-changes/read-payers.ts'
import { atOneState } from '../reading/index.ts'
import type { PriceMoves } from '../rules/price-moves.ts'

/**
 * What other price groups of customers do to their prices, for one unit, now. `groupOf` has the ids of their new groups,
 * by customer; null: none. Null where no price moves. It reads in slices.
 */
export async function movesOfMembership(
  context: WorkspaceContext,
  groupOf: ReadonlyMap<string, string | null>,
): Promise<PriceMoves | null> {
  if (groupOf.size === 0) return null
  const settle = (payer: Payer, groups: PayerGroups): Payer => {
    const id = groupOf.get(payer.id)
    return id === undefined ? payer : { ...payer, group: id === null ? null : groups.get(id) }
  }
  const { result } = await atOneState(context, async () => {
    const sum = new PriceMovesSum(context, { payer: settle })
    for await (const slice of productsInSlices(context, {})) {
      const placed = await readPlacedProducts(context, slice, sql`true`)
      await sum.add(placed.map((product) => ({ before: product, after: product })))
    }
    return sum.result()
  })
  return result
}

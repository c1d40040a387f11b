import { sql } from 'kysely'
import { productsInSlices } from '../catalogue/products-in-slices.ts'
import type { WorkspaceContext } from '../context.ts'
import { readPlacedProducts } from '../price-changes/moved-products.ts'
import { PriceMovesSum } from '../price-changes/price-moves.ts'
import type { Discounts, Payer, PayerGroup } from '../price-changes/read-payers.ts'
import { atOneState } from '../reading/index.ts'
import type { PriceMoves } from '../rules/price-moves.ts'

type Scope = { brandId: string | null; categoryId: string | null }
type Act = { scope: Scope } & (
  | { settle: (payer: Payer) => Payer }
  /** The new discount of a price group, in basis points; null: none. */
  | { groupId: string; discountBp: number | null }
)

/**
 * What a new discount does to the prices of the products in its scope, for one unit, now. Null where no price moves. It
 * reads in slices.
 */
export async function movesOfDiscount(context: WorkspaceContext, act: Act): Promise<PriceMoves | null> {
  const { brandId, categoryId } = act.scope
  const filter = { brand: brandId ?? undefined, category: categoryId ?? undefined }
  const { result } = await atOneState(context, async () => {
    const payer =
      'settle' in act
        ? act.settle
        : settlingGroup(act.groupId, (group) => withDiscount(group, act.scope, act.discountBp))
    const sum = new PriceMovesSum(context, { payer })
    for await (const slice of productsInSlices(context, filter)) {
      const placed = await readPlacedProducts(context, slice, sql`true`)
      await sum.add(placed.map((product) => ({ before: product, after: product })))
    }
    return sum.result()
  })
  return result
}

/** Settles the customers of one price group: all of them get the same new group. */
function settlingGroup(groupId: string, settle: (group: PayerGroup) => PayerGroup): (payer: Payer) => Payer {
  let settled: PayerGroup | undefined
  return (payer) => (payer.group?.id === groupId ? { ...payer, group: (settled ??= settle(payer.group)) } : payer)
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

import type { WorkspaceContext } from '../context.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { impactOf, previewOf } from '../pricing/impact/price-impact.ts'
import type { PriceFactors } from '../pricing/impact/products.ts'
import type { PriceImpact } from '../shared/price-impact.ts'
import { chosenInSlices } from './bulk/chosen-products.ts'
import type { ChosenProducts } from './bulk/chosen-products.ts'
import { findGroups } from './groups/brands-and-categories.ts'

/** What an act changes of what prices of products follow from. What is left out stays. */
export type ChangedFactors = {
  /** A name; null for none. */
  brand?: string | null | undefined
  category?: string | null | undefined
  /** Ids of the customers that see them; null for all. */
  customers?: readonly string[] | null | undefined
}

/** What another brand, category or list of customers of products does to the prices of customers. */
export function impactOfFactors(
  context: WorkspaceContext,
  act: { products: ChosenProducts; change: ChangedFactors },
): Promise<PriceImpact | null> {
  return previewOf(context, ['products', act], async () => {
    if (Object.values(act.change).every((part) => part === undefined)) return null
    const factors = await factorsOf(context, act.change)
    return impactOf(context, () => chosenInSlices(context, act.products), { factors })
  })
}

/** A brand that is new has no discounts, as none has. */
async function factorsOf(
  context: WorkspaceContext,
  { brand, category, customers }: ChangedFactors,
): Promise<Partial<PriceFactors>> {
  const found = await findGroups(context, { brand: [brand ?? undefined], category: [category ?? undefined] })
  const idOf = (groups: (typeof found)['brand'], name: string | null) =>
    (name !== null && groups.get(matchingKey(name))?.id) || ''
  return {
    ...(brand !== undefined && { brandId: idOf(found.brand, brand) }),
    ...(category !== undefined && { categoryId: idOf(found.category, category) }),
    ...(customers !== undefined && { viewers: customers?.map((id) => id.toLowerCase()) ?? null }),
  }
}

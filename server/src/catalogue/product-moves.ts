import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { previewOf, PriceMovesSum } from '../pricing/impact/price-moves.ts'
import { isMoved, readCompared } from '../pricing/impact/products.ts'
import type { Place } from '../pricing/impact/products.ts'
import type { PriceMoves } from '../shared/price-moves.ts'
import { chosenInSlices } from './bulk/chosen-products.ts'
import type { ChosenProducts } from './bulk/chosen-products.ts'
import { findGroups } from './groups/brands-and-categories.ts'

/** Where products go. What is left out stays. */
export type NewPlace = {
  /** A name; null for none. */
  brand?: string | null | undefined
  category?: string | null | undefined
  /** Ids of the customers that see them; null for all. */
  customers?: readonly string[] | null | undefined
}

export type PlacedAnew = { products: ChosenProducts; change: NewPlace }

/** What another brand, category or list of customers of products does to the prices of customers. */
export function movesOfPlace(context: WorkspaceContext, act: PlacedAnew): Promise<PriceMoves | null> {
  return previewOf(context, ['products', act], () => read(context, act))
}

async function read(context: WorkspaceContext, { products, change }: PlacedAnew): Promise<PriceMoves | null> {
  if (Object.values(change).every((part) => part === undefined)) return null
  const place = await findPlace(context, change)
  const sum = new PriceMovesSum(context)
  for await (const { slice, condition } of chosenInSlices(context, products)) {
    const found = await readCompared(context, slice, { condition: sql`(p.active and ${condition})` })
    await sum.add(found.map((product) => ({ ...product, after: { ...product.before, ...place } })).filter(isMoved))
  }
  return sum.result()
}

/** A brand that is new has no discounts, as none has. */
async function findPlace(context: WorkspaceContext, { brand, category, customers }: NewPlace): Promise<Partial<Place>> {
  const found = await findGroups(context, { brand: [brand ?? undefined], category: [category ?? undefined] })
  const idOf = (groups: (typeof found)['brand'], name: string | null) =>
    (name !== null && groups.get(matchingKey(name))?.id) || ''
  return {
    ...(brand !== undefined && { brandId: idOf(found.brand, brand) }),
    ...(category !== undefined && { categoryId: idOf(found.category, category) }),
    ...(customers !== undefined && { viewers: customers?.map((id) => id.toLowerCase()) ?? null }),
  }
}

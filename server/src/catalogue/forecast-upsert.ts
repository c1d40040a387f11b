import type { WorkspaceContext } from '../context.ts'
import { matchingKey } from '../matching-key.ts'
import type { GroupsByKey } from './groups/grouping.ts'
import { groupsOf, planUpsert } from './plan-upsert.ts'
import type { Lookups, ProductItem, StoredProduct, UpsertPlan } from './plan-upsert.ts'
import { readProducts } from './product-writes.ts'
import { recipientsOf } from './upsert-products.ts'

/** What a bulk call would write. `before` holds the products that exist, by SKU key. */
export type Forecast = { plan: UpsertPlan; before: ReadonlyMap<string, StoredProduct>; unknownCustomers: string[] }

/** Plans a bulk call as `upsertProducts` does, and writes nothing. The SKUs must be unique, ignoring case. */
export async function forecastUpsert(context: WorkspaceContext, products: readonly ProductItem[]): Promise<Forecast> {
  const items = products.map((item) => ({ ...item, skuKey: matchingKey(item.sku) }))
  const before = await readProducts(
    context,
    items.map(({ skuKey }) => skuKey),
  )
  const recipients = await recipientsOf(context, items)
  const { brands, categories } = groupsOf(before.values())
  const lookups: Lookups = {
    brands: withOthers(
      brands,
      items.map(({ brand }) => brand),
    ),
    categories: withOthers(
      categories,
      items.map(({ category }) => category),
    ),
    recipients,
  }
  const named = items.flatMap(({ onlyFor = [] }) => onlyFor)
  return {
    plan: planUpsert(items, before, lookups),
    before,
    unknownCustomers: [...new Set(named.filter((entry) => !recipients.has(entry)))],
  }
}

/** A brand that none of the products has yet differs from all that they have, whether it exists or not. */
function withOthers(groups: GroupsByKey, names: readonly (string | undefined)[]): GroupsByKey {
  const all: GroupsByKey = new Map(groups)
  for (const name of names) {
    if (name === undefined) continue
    const key = matchingKey(name)
    if (!all.has(key)) all.set(key, { id: `another ${key}`, name })
  }
  return all
}

import type { WorkspaceContext } from '../context.ts'
import { matchingKey } from '../lib/matching-key.ts'
import type { GroupsByKey } from './groups/grouping.ts'
import { groupsOf, planUpsert } from './plan-upsert.ts'
import type { Lookups, ProductItem, StoredProduct, UpsertPlan } from './plan-upsert.ts'
import { readProducts } from './product-writes.ts'
import { refusedItems } from './refused-items.ts'
import { recipientsOf } from './upsert-products.ts'

/** What a bulk call would write. `before` holds the products that exist, by SKU key. `refused`: rows, and why. */
export type Forecast = {
  plan: UpsertPlan
  before: ReadonlyMap<string, StoredProduct>
  refused: ReadonlyMap<number, string>
  unknownCustomers: string[]
}

/**
 * Plans a bulk call as `upsertProducts` does, but for the rows that it would refuse, and writes nothing. The SKUs must
 * be unique, ignoring case.
 */
export async function forecastUpsert(context: WorkspaceContext, products: readonly ProductItem[]): Promise<Forecast> {
  const before = await readProducts(
    context,
    products.map(({ sku }) => matchingKey(sku)),
  )
  const refused = refusedItems(products, before)
  const items = products
    .filter((_, row) => !refused.has(row))
    .map((item) => ({ ...item, skuKey: matchingKey(item.sku) }))
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
    refused,
    unknownCustomers: [...new Set(named.filter((entry) => !recipients.has(entry)))],
  }
}

/** A brand that none of the products has yet differs from all that they have, whether it exists or not. */
function withOthers(groups: GroupsByKey, names: readonly (string | null | undefined)[]): GroupsByKey {
  const all: GroupsByKey = new Map(groups)
  for (const name of names) {
    if (!name) continue
    const key = matchingKey(name)
    if (!all.has(key)) all.set(key, { id: `another ${key}`, name })
  }
  return all
}

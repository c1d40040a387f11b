import { matchingKey } from '../lib/matching-key.ts'
import { MAX_DETAILS } from '../shared/limits.ts'
import { detailsAfter } from './plan-upsert.ts'
import type { ProductItem, StoredProduct } from './plan-upsert.ts'

/**
 * The rows that cannot be written beside what is there, and why: a new product needs a name and a unit, and no product
 * may get too many details. `existing` is by SKU key. Never a whole product, which the API has judged.
 */
export function refusedItems(
  items: readonly ProductItem[],
  existing: ReadonlyMap<string, StoredProduct>,
): Map<number, string> {
  const refused = new Map<number, string>()
  items.forEach((item, row) => {
    const { sku, name, unitLabel, changedDetails } = item
    if (name && unitLabel && !changedDetails) return
    const before = existing.get(matchingKey(sku))
    const missing = [...(name ? [] : ['a name']), ...(unitLabel ? [] : ['a unit'])]
    const details = Object.keys(detailsAfter(item, before?.values.details)).length
    if (!before && missing.length > 0) refused.set(row, `${sku} is new: it needs ${missing.join(' and ')}`)
    else if (details > MAX_DETAILS) refused.set(row, `It would have ${details} details, and ${MAX_DETAILS} is the most`)
  })
  return refused
}

import { PLAIN_ENTRIES } from '../rules/product-fields.ts'
import type { PlannedProduct, StoredProduct } from './plan-upsert.ts'

export type FieldChanges = Record<string, { from: unknown; to: unknown }>

/**
 * What a planned write changes of a product, field by field as the activity names them; a detail is `details.Colour`.
 */
export function changedFields(
  before: Omit<StoredProduct, 'id' | 'sku' | 'version'>,
  after: PlannedProduct,
): FieldChanges {
  const changes: FieldChanges = {}
  const compare = (field: string, from: unknown, to: unknown) => {
    if (from !== to) changes[field] = { from, to }
  }
  for (const { field, column } of PLAIN_ENTRIES) compare(field, before.values[column], after.values[column])
  compare('brand', before.brand, after.brand)
  compare('category', before.category, after.category)
  if (before.values.list_price === null) compare('listPrice', null, after.values.list_price)
  if (after.imageUrl !== null) compare('imageUrl', before.imageUrl, after.imageUrl)
  if (after.customerIds !== null) compare('customers', before.customerIds.length, after.customerIds.length)
  const [old, now] = [before.values.details, after.values.details]
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [from, to] = [old, now].map((details) => (Object.hasOwn(details, name) ? details[name] : null))
    compare(`details.${name}`, from, to)
  }
  return changes
}

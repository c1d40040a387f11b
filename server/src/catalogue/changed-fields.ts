import { PLAIN_ENTRIES } from '../shared/product-fields.ts'
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
  return { ...changes, ...changedDetails(before.values.details, after.values.details) }
}

/** The same of details. */
export function changedDetails(before: Record<string, string>, after: Record<string, string>): FieldChanges {
  const changes: FieldChanges = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before, after].map((details) => (Object.hasOwn(details, name) ? details[name] : null))
    if (from !== to) changes[`details.${name}`] = { from, to }
  }
  return changes
}

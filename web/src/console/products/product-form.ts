import { moneyText, parseMoney } from '../../shared/money.tsx'
import type { operations } from '../../shared/app-api.d.ts'
import type { PickedCustomer } from './customer-picker.tsx'
import type { EditedProduct } from './product-queries.ts'
import { keysOf } from '../../shared/keys-of.ts'

export type ProductBody = operations['editProduct']['requestBody']['content']['application/json']

/** A product as it stands in the fields. */
export type ProductFields = {
  sku: string
  name: string
  listPrice: string
  unitLabel: string
  brand: string
  category: string
  manufacturerRef: string
  description: string
  minOrderQty: string
  availability: EditedProduct['availability']
  leadTimeNote: string
  active: boolean
  visibility: 'all' | 'selected'
  customers: PickedCustomer[]
}

export type FieldName = keyof ProductFields

/** What the page calls each field. */
export const FIELD_LABELS: Record<FieldName, string> = {
  sku: 'SKU',
  name: 'Name',
  listPrice: 'List price',
  unitLabel: 'Unit',
  brand: 'Brand',
  category: 'Category',
  manufacturerRef: 'Manufacturer reference',
  description: 'Description',
  minOrderQty: 'Minimum order quantity',
  availability: 'Availability',
  leadTimeNote: 'Lead time',
  active: 'Active',
  visibility: 'Visible to',
  customers: 'Visible to',
}

export function fieldsOf(product: EditedProduct, currency: string): ProductFields {
  const { sku, name, unitLabel, availability, active, visibility, customers } = product
  return {
    sku,
    name,
    unitLabel,
    availability,
    active,
    visibility,
    customers,
    listPrice: moneyText(product.listPrice, currency),
    brand: product.brand ?? '',
    category: product.category ?? '',
    manufacturerRef: product.manufacturerRef ?? '',
    description: product.description ?? '',
    leadTimeNote: product.leadTimeNote ?? '',
    minOrderQty: String(product.minOrderQty),
  }
}

/** The fields that differ. */
export function changedFields(before: ProductFields, after: ProductFields): FieldName[] {
  return keysOf(before).filter((field) => textOf(before[field]) !== textOf(after[field]))
}

function textOf(value: ProductFields[FieldName]): string {
  if (!Array.isArray(value)) return String(value).trim()
  return value
    .map(({ id }) => id)
    .toSorted()
    .join()
}

/**
 * What was typed, over what is there now: fields that the person changed stay as typed, all others are as they are now.
 * `both` names the fields that somebody else changed, too.
 */
export function rebase(
  base: ProductFields,
  typed: ProductFields,
  now: ProductFields,
): { fields: ProductFields; both: FieldName[] } {
  const mine = new Set(changedFields(base, typed))
  const theirs = changedFields(base, now)
  const kept = Object.fromEntries([...mine].map((field) => [field, typed[field]]))
  return { fields: { ...now, ...kept }, both: theirs.filter((field) => mine.has(field) && typed[field] !== now[field]) }
}

/** Problems that the page finds itself, by field. */
export function problemsOf(fields: ProductFields, currency: string): Partial<Record<FieldName, string>> {
  const { problem, value } = parseMoney(fields.listPrice, currency)
  return {
    ...(fields.sku.trim() === '' && { sku: 'Write the code of the product.' }),
    ...(fields.name.trim() === '' && { name: 'Write the name of the product.' }),
    ...(fields.unitLabel.trim() === '' && { unitLabel: 'Write what one of it is called, such as each.' }),
    ...(!/^[1-9]\d{0,6}$/.test(fields.minOrderQty.trim()) && { minOrderQty: 'Write a whole number of 1 or more.' }),
    ...(problem && { listPrice: problem }),
    ...(value === null && { listPrice: 'A list price can be changed, and not taken away.' }),
  }
}

const CLEARABLE = new Set<FieldName>(['brand', 'category', 'manufacturerRef', 'description', 'leadTimeNote'])

/** What is sent of the changed fields. */
export function bodyOf(fields: ProductFields, changed: FieldName[], currency: string): Omit<ProductBody, 'version'> {
  const { minOrderQty, listPrice, customers, ...plain } = fields
  const body: Record<string, unknown> = {}
  for (const field of changed) {
    if (field === 'minOrderQty') body[field] = Number(minOrderQty)
    else if (field === 'listPrice') body[field] = parseMoney(listPrice, currency).value
    else if (field === 'customers') body[field] = customers.map(({ id }) => id)
    else if (CLEARABLE.has(field)) body[field] = String(plain[field]).trim() || null
    else body[field] = plain[field]
  }
  return body
}

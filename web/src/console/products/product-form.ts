import { moneyText, parseMoney } from '../../shared/money.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import type { PickedCustomer } from './customer-picker.tsx'
import { filledDetails, problemOfDetails } from './details-field.tsx'
import type { Detail } from './details-field.tsx'
import { FIELD_NAMES } from './product-labels.ts'
import type { FieldName, ProductBody } from './product-labels.ts'
import type { EditedProduct } from './product-queries.ts'

type ChosenFields = Pick<EditedProduct, 'availability' | 'active' | 'visibility'> & {
  customers: PickedCustomer[]
  details: Detail[]
}

/** A product as it stands in the fields: what is not chosen is text. */
export type ProductFields = Record<Exclude<FieldName, keyof ChosenFields>, string> & ChosenFields

export function fieldsOf(product: EditedProduct, currency: string): ProductFields {
  return {
    ...(Object.fromEntries(FIELD_NAMES.map((field) => [field, product[field] ?? ''])) as object as ProductFields),
    listPrice: moneyText(product.listPrice, currency),
    minOrderQty: String(product.minOrderQty),
    orderMultiple: String(product.orderMultiple),
    details: Object.entries(product.details).map(([name, value]) => ({ name, value })),
  }
}

/** The fields that differ. */
export function changedFields(before: ProductFields, after: ProductFields): FieldName[] {
  return FIELD_NAMES.filter((field) => textOf(before, field) !== textOf(after, field))
}

function textOf({ customers, details, ...fields }: ProductFields, field: FieldName): string {
  if (field === 'customers') return idsOf(customers).toSorted().join()
  if (field === 'details') return JSON.stringify(Object.entries(detailsOf(details)).toSorted())
  return String(fields[field]).trim()
}

function idsOf(customers: readonly PickedCustomer[]): string[] {
  return customers.map(({ id }) => id)
}

function detailsOf(details: readonly Detail[]): Record<string, string> {
  return Object.fromEntries(filledDetails(details).map(({ name, value }) => [name, value]))
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
    details: problemOfDetails(fields.details),
    ...(parseQuantity(fields.minOrderQty).problem && { minOrderQty: 'Write a whole number of 1 or more.' }),
    ...(parseQuantity(fields.orderMultiple).problem && { orderMultiple: 'Write a whole number of 1 or more.' }),
    ...(problem && { listPrice: problem }),
    ...(value === null && { listPrice: 'A list price can be changed, but not removed.' }),
  }
}

/** What is sent of the changed fields. */
export function bodyOf(fields: ProductFields, changed: FieldName[], currency: string): Omit<ProductBody, 'version'> {
  const body: Record<string, unknown> = {}
  for (const field of changed) {
    const value = fields[field]
    if (field === 'minOrderQty' || field === 'orderMultiple') body[field] = parseQuantity(fields[field]).value
    else if (field === 'listPrice') body[field] = parseMoney(fields.listPrice, currency).value
    else if (field === 'details') body[field] = detailsOf(fields.details)
    else if (field === 'customers') body[field] = idsOf(fields.customers)
    else body[field] = typeof value === 'string' ? value.trim() || null : value
  }
  return body
}

/** What is changed of that which prices of customers follow from; null for nothing. */
export function factorsOf({ brand, category, visibility, customers }: ProductFields, changed: FieldName[]) {
  const has = (...names: FieldName[]) => names.some((name) => changed.includes(name))
  if (!has('brand', 'category', 'visibility', 'customers')) return null
  return {
    ...(has('brand') && { brand: brand.trim() || null }),
    ...(has('category') && { category: category.trim() || null }),
    ...(has('visibility', 'customers') && {
      customers: visibility === 'all' ? null : customers.map(({ id }) => id),
    }),
  }
}

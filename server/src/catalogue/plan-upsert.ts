import { randomUUIDv7 } from 'node:crypto'
import { matchingKey } from '../lib/matching-key.ts'
import { PLAIN_ENTRIES } from '../shared/product-fields.ts'
import type { PlainColumn, PlainField } from '../shared/product-fields.ts'
import type { GroupsByKey } from './groups/brands-and-categories.ts'
import { chosenCustomers } from './chosen-customers.ts'
import type { Recipients } from './chosen-customers.ts'
import type { PlainFields, ProductValues } from './product-columns.ts'

/** What to write of a product. What is left out stays; null empties. A new product needs a name and a unit. */
export type ProductItem = {
  sku: string
  /** Minor units. */
  listPrice?: number | undefined
  brand?: string | null | undefined
  category?: string | null | undefined
  /** The unit of a new product that names none. */
  newUnit?: string | undefined
  /** A SKU. */
  replacedBy?: string | null | undefined
  /** Replaces all details. */
  details?: Record<string, string> | undefined
  /** Changes the details that it names; null removes one. */
  changedDetails?: Record<string, string | null> | undefined
  imageUrl?: string | undefined
  /** Account codes and contact e-mails. Without it, the visibility stays. */
  onlyFor?: string[] | undefined
} & { [F in Exclude<PlainField, 'visibility'>]?: PlainFields[F] | undefined }

/** The records that the rows of a call name: brands, categories, products by SKU key, and customers. */
export type Lookups = {
  brands: GroupsByKey
  categories: GroupsByKey
  replacements: Replacements
  recipients: Recipients
}
/** Also products that the call creates, with the ids that they get. */
export type Replacements = ReadonlyMap<string, { id: string; sku: string }>

/** A stored product with its image and the customers who may see it. */
export type StoredProduct = {
  id: string
  sku: string
  /** Changes with every write of the product, of its image or of its access list. */
  version: string
  values: ProductValues
  /** Names of the brand and the category. */
  brand: string | null
  category: string | null
  /** A SKU. */
  replacedBy: string | null
  imageUrl: string | null
  customerIds: string[]
}

/** A product to write: all its values, and the image and the access list if those change. */
export type PlannedProduct = {
  id: string
  sku: string
  skuKey: string
  values: ProductValues
  /** Stored names, for the search document. */
  brand: string | null
  category: string | null
  /** A SKU. */
  replacedBy: string | null
  /** Set if the image must be copied again. */
  imageUrl: string | null
  /** Set if the access list is replaced. */
  customerIds: string[] | null
}

export type UpsertPlan = {
  creates: PlannedProduct[]
  /** Existing products with a change. The others are not written. */
  updates: PlannedProduct[]
  /** Existing products with a new list price, which goes into a price change. */
  priceLines: { productId: string; newPrice: number }[]
}

const NO_GROUP = { id: null, name: null }

/** What a new product is compared with: it has what a row may leave out. */
export const NEW_PRODUCT: Omit<StoredProduct, 'id' | 'sku' | 'version'> = {
  values: {
    ...plainValues({}, undefined),
    brand_id: null,
    category_id: null,
    replaced_by: null,
    details: {},
    list_price: null,
  },
  brand: null,
  category: null,
  replacedBy: null,
  imageUrl: null,
  customerIds: [],
}

/** Plans the writes of a call. Pure: reads and writes nothing. */
export function planUpsert(
  items: readonly (ProductItem & { skuKey: string })[],
  existing: ReadonlyMap<string, StoredProduct>,
  lookups: Lookups,
): UpsertPlan {
  const plan: UpsertPlan = { creates: [], updates: [], priceLines: [] }
  for (const item of items) {
    const before = existing.get(item.skuKey)
    const product = planProduct(item, before, lookups)
    if (!before) {
      plan.creates.push(product)
      continue
    }
    if (differs(product, before)) plan.updates.push(product)
    if (item.listPrice !== undefined && product.values.list_price !== item.listPrice) {
      plan.priceLines.push({ productId: before.id, newPrice: item.listPrice })
    }
  }
  return plan
}

/** The brands and categories of products, and what replaces them. */
export function groupsOf(products: Iterable<StoredProduct>): Omit<Lookups, 'recipients'> {
  const replacements = new Map<string, { id: string; sku: string }>()
  const groups = { brands: new Map() as GroupsByKey, categories: new Map() as GroupsByKey, replacements }
  for (const { values, brand, category, replacedBy } of products) {
    if (replacedBy !== null) replacements.set(matchingKey(replacedBy), { id: values.replaced_by!, sku: replacedBy })
    if (brand !== null) groups.brands.set(matchingKey(brand), { id: values.brand_id!, name: brand })
    if (category !== null) groups.categories.set(matchingKey(category), { id: values.category_id!, name: category })
  }
  return groups
}

/** True if a call changes no product and no price: an idempotent repeat. */
export function changesNothing(
  items: readonly (ProductItem & { skuKey: string })[],
  existing: ReadonlyMap<string, StoredProduct>,
  lookups: Lookups,
): boolean {
  return items.every((item) => {
    const before = existing.get(item.skuKey)
    if (!before || (item.listPrice ?? before.values.list_price) !== before.values.list_price) return false
    if (item.brand && !lookups.brands.has(matchingKey(item.brand))) return false
    if (item.category && !lookups.categories.has(matchingKey(item.category))) return false
    if (item.replacedBy && !lookups.replacements.has(matchingKey(item.replacedBy))) return false
    return !differs(planProduct(item, before, lookups), before)
  })
}

function differs(product: PlannedProduct, before: StoredProduct): boolean {
  const { details, ...columns } = product.values
  return (
    product.imageUrl !== null ||
    product.customerIds !== null ||
    Object.entries(columns).some(([column, value]) => before.values[column as keyof ProductValues] !== value) ||
    !sameEntries(details, before.values.details)
  )
}

function sameEntries(a: Record<string, string>, b: Record<string, string>): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
}

function planProduct(
  item: ProductItem & { skuKey: string },
  before: StoredProduct | undefined,
  { brands, categories, replacements, recipients }: Lookups,
): PlannedProduct {
  const brand = groupOf(item.brand, brands, before && { id: before.values.brand_id, name: before.brand })
  const category = groupOf(
    item.category,
    categories,
    before && { id: before.values.category_id, name: before.category },
  )
  const replaced = replacementOf(item.replacedBy, replacements, before)
  const customerIds = item.onlyFor && chosenCustomers(item.onlyFor, recipients)
  return {
    id: before?.id ?? replacements.get(item.skuKey)?.id ?? randomUUIDv7(),
    sku: before?.sku ?? item.sku,
    skuKey: item.skuKey,
    values: {
      ...plainValues(before ? item : { ...item, unitLabel: item.unitLabel ?? item.newUnit }, before?.values),
      ...(item.onlyFor && { visibility: 'selected' as const }),
      brand_id: brand.id,
      category_id: category.id,
      replaced_by: replaced.id,
      details: detailsAfter(item, before?.values.details),
      // An existing list price changes only through a price change.
      list_price: before?.values.list_price ?? item.listPrice ?? null,
    },
    brand: brand.name,
    category: category.name,
    replacedBy: replaced.sku,
    imageUrl: item.imageUrl !== undefined && item.imageUrl !== before?.imageUrl ? item.imageUrl : null,
    customerIds: customerIds && !sameList(customerIds, before?.customerIds ?? []) ? customerIds : null,
  }
}

function groupOf(
  name: string | null | undefined,
  groups: GroupsByKey,
  before: { id: string | null; name: string | null } = NO_GROUP,
) {
  if (name === undefined) return before
  return (name === null ? undefined : groups.get(matchingKey(name))) ?? NO_GROUP
}

function replacementOf(sku: string | null | undefined, found: Replacements, before: StoredProduct | undefined) {
  if (sku === undefined && before) return { id: before.values.replaced_by, sku: before.replacedBy }
  return (sku && found.get(matchingKey(sku))) || { id: null, sku: null }
}

export function detailsAfter(
  { details, changedDetails = {} }: Pick<ProductItem, 'details' | 'changedDetails'>,
  before: Record<string, string> = {},
): Record<string, string> {
  const after = Object.entries({ ...(details ?? before), ...changedDetails })
  return Object.fromEntries(after.filter((entry): entry is [string, string] => entry[1] !== null))
}

function plainValues(item: Partial<PlainFields>, before: ProductValues | undefined): Pick<ProductValues, PlainColumn> {
  const values: Record<string, unknown> = {}
  for (const { field, column, initial = null } of PLAIN_ENTRIES) {
    const present = before ? before[column] : initial
    values[column] = item[field] === undefined ? present : item[field]
  }
  return values as Pick<ProductValues, PlainColumn>
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

import { randomUUIDv7 } from 'node:crypto'
import type { Availability } from '../database/column-values.ts'
import { matchingKey } from '../matching-key.ts'
import type { GroupsByKey } from './grouping.ts'
import { chosenCustomers } from './chosen-customers.ts'
import type { Recipients } from './chosen-customers.ts'

/** A product as the caller sends it, whole: what is cleared and what is kept when left out follows the contract. */
export type ProductItem = {
  sku: string
  name: string
  /** Minor units. */
  listPrice: number
  unitLabel: string
  brand?: string | undefined
  category?: string | undefined
  manufacturerRef?: string | undefined
  description?: string | undefined
  availability?: Availability | undefined
  leadTimeNote?: string | undefined
  details?: Record<string, string> | undefined
  imageUrl?: string | undefined
  /** Account codes and contact e-mails. */
  onlyFor?: string[] | undefined
}

/** What the rows of a call name, found: brands, categories, and the customers behind codes and e-mails. */
export type Lookups = { brands: GroupsByKey; categories: GroupsByKey; recipients: Recipients }

/** A product's own values, as far as `PUT /products` can set them. */
export type ProductValues = {
  name: string
  description: string | null
  brand_id: string | null
  category_id: string | null
  manufacturer_ref: string | null
  unit_label: string
  availability: Availability
  lead_time_note: string | null
  details: Record<string, string>
  visibility: 'all' | 'selected'
  list_price: number | null
}

/** A product as it is stored now, with the image it was given and who may see it. */
export type StoredProduct = {
  id: string
  sku: string
  /** Another one whenever the product has been written, its image and its access included. */
  version: string
  values: ProductValues
  /** Names of its brand and category, where they were asked for. */
  brand: string | null
  category: string | null
  imageUrl: string | null
  customerIds: string[]
}

/** A product to write: all its values, and what beside them is to be replaced. */
export type PlannedProduct = {
  id: string
  sku: string
  skuKey: string
  values: ProductValues
  /** As stored, for the search document. */
  brand: string | null
  category: string | null
  /** Set where the image is to be copied anew. */
  imageUrl: string | null
  /** Set where the customers who may see it are to be replaced. */
  customerIds: string[] | null
}

export type UpsertPlan = {
  creates: PlannedProduct[]
  /** Existing products of which something changes; the others are left alone. */
  updates: PlannedProduct[]
  /** Existing products whose new price has to go through a price change. */
  priceLines: { productId: string; newPrice: number }[]
}

/** Decides what a call does, product by product, without touching anything. */
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
    if (changes(product, before)) plan.updates.push(product)
    if (product.values.list_price !== item.listPrice) {
      plan.priceLines.push({ productId: before.id, newPrice: item.listPrice })
    }
  }
  return plan
}

/** The brands and categories of products. */
export function groupsOf(products: Iterable<StoredProduct>): Pick<Lookups, 'brands' | 'categories'> {
  const groups = { brands: new Map() as GroupsByKey, categories: new Map() as GroupsByKey }
  for (const { values, brand, category } of products) {
    if (brand !== null) groups.brands.set(matchingKey(brand), { id: values.brand_id!, name: brand })
    if (category !== null) groups.categories.set(matchingKey(category), { id: values.category_id!, name: category })
  }
  return groups
}

/** Whether a call leaves all products as they are, and their prices: then there is nothing to plan. */
export function changesNothing(
  items: readonly (ProductItem & { skuKey: string })[],
  existing: ReadonlyMap<string, StoredProduct>,
  lookups: Lookups,
): boolean {
  return items.every((item) => {
    const before = existing.get(item.skuKey)
    if (before?.values.list_price !== item.listPrice) return false
    if (item.brand !== undefined && !lookups.brands.has(matchingKey(item.brand))) return false
    if (item.category !== undefined && !lookups.categories.has(matchingKey(item.category))) return false
    return !changes(planProduct(item, before, lookups), before)
  })
}

function changes(product: PlannedProduct, before: StoredProduct): boolean {
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
  { brands, categories, recipients }: Lookups,
): PlannedProduct {
  const brand = item.brand === undefined ? undefined : brands.get(matchingKey(item.brand))
  const category = item.category === undefined ? undefined : categories.get(matchingKey(item.category))
  const customerIds = item.onlyFor && chosenCustomers(item.onlyFor, recipients)
  return {
    id: before?.id ?? randomUUIDv7(),
    sku: before?.sku ?? item.sku,
    skuKey: item.skuKey,
    values: {
      name: item.name,
      description: item.description ?? null,
      brand_id: brand?.id ?? null,
      category_id: category?.id ?? null,
      manufacturer_ref: item.manufacturerRef ?? null,
      unit_label: item.unitLabel,
      availability: item.availability ?? before?.values.availability ?? 'not_tracked',
      lead_time_note: item.leadTimeNote ?? before?.values.lead_time_note ?? null,
      details: item.details ?? before?.values.details ?? {},
      visibility: item.onlyFor ? 'selected' : (before?.values.visibility ?? 'all'),
      // A price that is there already changes through a price change only.
      list_price: before?.values.list_price ?? item.listPrice,
    },
    brand: brand?.name ?? null,
    category: category?.name ?? null,
    imageUrl: item.imageUrl !== undefined && item.imageUrl !== before?.imageUrl ? item.imageUrl : null,
    customerIds: customerIds && !sameList(customerIds, before?.customerIds ?? []) ? customerIds : null,
  }
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

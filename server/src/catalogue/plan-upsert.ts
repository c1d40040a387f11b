import { isDeepStrictEqual } from 'node:util'
import { randomUUIDv7 } from 'node:crypto'
import type { Availability } from './availability.ts'
import { matchingKey } from '../matching-key.ts'
import type { GroupsByKey } from './brands-and-categories.ts'
import type { ProductItem } from './upsert-products.ts'

/** What the rows of a call name, found: brands, categories, and the customers behind codes and e-mails. */
export type Lookups = { brands: GroupsByKey; categories: GroupsByKey; recipients: Map<string, string[]> }

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
  values: ProductValues
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

/**
 * Decides what a call does, product by product, without touching anything.
 * Items that `created` holds have been dealt with already.
 */
export function planUpsert(
  items: readonly (ProductItem & { skuKey: string })[],
  existing: ReadonlyMap<string, StoredProduct>,
  lookups: Lookups,
  created: ReadonlySet<string> = new Set(),
): UpsertPlan {
  const plan: UpsertPlan = { creates: [], updates: [], priceLines: [] }
  for (const item of items) {
    if (created.has(item.skuKey)) continue
    const before = existing.get(item.skuKey)
    const product = planProduct(item, before, lookups)
    if (!before) {
      plan.creates.push(product)
      continue
    }
    const changed =
      product.imageUrl !== null || product.customerIds !== null || !isDeepStrictEqual(product.values, before.values)
    if (changed) plan.updates.push(product)
    if (product.values.list_price !== item.listPrice) {
      plan.priceLines.push({ productId: before.id, newPrice: item.listPrice })
    }
  }
  return plan
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
    customerIds: customerIds && !isDeepStrictEqual(customerIds, before?.customerIds ?? []) ? customerIds : null,
  }
}

/** Ids in the order in which the store keeps them, each once. */
function chosenCustomers(onlyFor: string[], recipients: Lookups['recipients']): string[] {
  return [...new Set(onlyFor.flatMap((value) => recipients.get(matchingKey(value)) ?? []))].toSorted()
}

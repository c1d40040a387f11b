import type { operations } from '../../shared/app-api.d.ts'

export type ProductBody = operations['editProduct']['requestBody']['content']['application/json']

/** What can be changed of a product. */
export type FieldName = keyof Omit<ProductBody, 'version' | 'priceChangeId' | 'seenMoves'>

/** How pages name each field. */
export const FIELD_LABELS: Record<FieldName, string> = {
  sku: 'SKU',
  name: 'Name',
  listPrice: 'List price',
  unitLabel: 'Unit',
  brand: 'Brand',
  category: 'Category',
  manufacturerRef: 'Manufacturer reference',
  gtin: 'GTIN',
  description: 'Description',
  details: 'Details',
  minOrderQty: 'Minimum order quantity',
  orderMultiple: 'Order multiple',
  availability: 'Availability',
  leadTimeNote: 'Lead time',
  active: 'Active',
  visibility: 'Visible to',
  customers: 'Visible to',
}

export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

import { PRODUCT_FIELDS } from '../../../../server/src/shared/product-fields.ts'
import type { operations } from '../../shared/app-api.d.ts'

export type ProductBody = operations['editProduct']['requestBody']['content']['application/json']

/** What can be changed of a product. */
export type FieldName = keyof Omit<ProductBody, 'version' | 'priceChangeId' | 'seenMoves'>

const { imageUrl: _url, onlyFor: _onlyFor, ...EDITED } = PRODUCT_FIELDS

/** How pages name each field. */
export const FIELD_LABELS = {
  ...Object.fromEntries(Object.entries(EDITED).map(([field, { label }]) => [field, label])),
  details: 'Details',
  customers: 'Visible to',
} as Record<FieldName, string>

export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

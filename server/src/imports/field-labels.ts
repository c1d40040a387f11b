import type { Field } from '../import/fields.ts'

/** The fields of a file as pages name them. */
export const FIELD_LABELS: Record<Field, string> = {
  sku: 'SKU',
  name: 'Name',
  listPrice: 'List price',
  unitLabel: 'Unit',
  brand: 'Brand',
  category: 'Category',
  manufacturerRef: 'Manufacturer reference',
  description: 'Description',
  availability: 'Availability',
  leadTimeNote: 'Lead time',
  imageUrl: 'Image URL',
  onlyFor: 'Visible to',
}

const LEADING_FIELD = new RegExp(`^(${Object.keys(FIELD_LABELS).join('|')})\\b`)

/** A reason of a rejected row, with the label of its field: `unitLabel is blank` as `Unit is blank`. */
export function reasonInWords(reason: string): string {
  return reason.replace(LEADING_FIELD, (field) => FIELD_LABELS[field as Field])
}

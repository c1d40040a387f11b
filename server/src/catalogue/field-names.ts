/** The fields of a product as pages name them. */
export const FIELD_NAMES: Record<string, string | undefined> = {
  sku: 'SKU',
  name: 'Name',
  draftedListPrice: 'List price',
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

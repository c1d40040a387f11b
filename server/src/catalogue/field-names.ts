/** The fields of a product as pages name them. */
export const PRODUCT_FIELD_NAMES = {
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
}

// Made by `npm run generate` from the description of the API that the service gives of itself.

/** Code points of a text, minor units of a price, entries of a list or an object. */
export const PRODUCT_LIMITS = {
  sku: 64,
  name: 200,
  listPrice: 1000000000,
  unitLabel: 60,
  brand: 120,
  category: 120,
  manufacturerRef: 120,
  description: 4000,
  leadTimeNote: 200,
  details: 30,
  detailsName: 60,
  detailsValue: 500,
  imageUrl: 2048,
  onlyFor: 200,
  onlyForEntry: 320,
} as const

export const AVAILABILITY = ['not_tracked', 'in_stock', 'low_stock', 'out_of_stock', 'made_to_order'] as const

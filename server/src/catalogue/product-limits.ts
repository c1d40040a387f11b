/** The longest value of each text of a product, in code points. */
export const MAX_LENGTH = {
  sku: 64,
  name: 200,
  unitLabel: 60,
  group: 120,
  manufacturerRef: 120,
  description: 4_000,
  leadTimeNote: 200,
  imageUrl: 2_048,
} as const

/** The largest quantity that is priced or ordered, and the largest minimum order quantity. */
export const MAX_QTY = 1_000_000

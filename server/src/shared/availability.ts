/** The stock levels as people read them. */
export const AVAILABILITY_LABEL = {
  in_stock: 'In stock',
  low_stock: 'Low stock',
  out_of_stock: 'Out of stock',
  made_to_order: 'Made to order',
  not_tracked: 'Not tracked',
}

export type Availability = keyof typeof AVAILABILITY_LABEL

/** What is known of the stock of a product, and how long it takes otherwise: "Made to order", "6 weeks". */
export function availabilityInWords({
  availability,
  leadTimeNote,
}: {
  availability: Availability | null
  leadTimeNote: string | null
}): string[] {
  const level = availability === null || availability === 'not_tracked' ? [] : [AVAILABILITY_LABEL[availability]]
  return leadTimeNote ? [...level, leadTimeNote] : level
}

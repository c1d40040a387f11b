/** The stock levels as people read them. */
export const AVAILABILITY_LABEL = {
  in_stock: 'In stock',
  low_stock: 'Low stock',
  out_of_stock: 'Out of stock',
  made_to_order: 'Made to order',
  not_tracked: 'Not tracked',
}

export type Availability = keyof typeof AVAILABILITY_LABEL

/** The stock levels as people read them. */
export const AVAILABILITY: Record<string, string> = {
  in_stock: 'In stock',
  low_stock: 'Low stock',
  out_of_stock: 'Out of stock',
  made_to_order: 'Made to order',
  not_tracked: 'Not tracked',
}

export const AVAILABILITY_DATA = Object.entries(AVAILABILITY).map(([value, label]) => ({ value, label }))

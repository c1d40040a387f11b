/** What buyers are told of a product's stock; nothing else depends on it. */
export const AVAILABILITY = ['not_tracked', 'in_stock', 'low_stock', 'out_of_stock', 'made_to_order'] as const

export type Availability = (typeof AVAILABILITY)[number]

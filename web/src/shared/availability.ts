import type { components } from './app-api.d.ts'
import { keysOf } from './keys-of.ts'

export type Availability = components['schemas']['Product']['availability']

/** The stock levels as people read them. */
export const AVAILABILITY_LABEL: Record<Availability, string> = {
  in_stock: 'In stock',
  low_stock: 'Low stock',
  out_of_stock: 'Out of stock',
  made_to_order: 'Made to order',
  not_tracked: 'Not tracked',
}

const LEVELS = keysOf(AVAILABILITY_LABEL)

export const AVAILABILITY_CHOICES = LEVELS.map((value) => ({ value, label: AVAILABILITY_LABEL[value] }))

/** The stock level in an address; undefined for one that there is not. */
export function readAvailability(text: string | undefined): Availability | undefined {
  return LEVELS.find((level) => level === text)
}

import type { components } from './app-api.d.ts'

export type OrderStatus = components['schemas']['Order']['status']

/** What each status is called, in the order of an order's life. */
export const STATUS_LABEL: Record<OrderStatus, string> = {
  new: 'New',
  confirmed: 'Confirmed',
  dispatched: 'Dispatched',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** The status in an address; undefined for one that there is not. */
export function readStatus(text: string | undefined): OrderStatus | undefined {
  return (Object.keys(STATUS_LABEL) as OrderStatus[]).find((status) => status === text)
}

import { labelForBuyers, ORDER_STATUSES, ORDER_STEPS } from '../../../server/src/shared/order-steps.ts'
import type { OrderStatus } from '../../../server/src/shared/order-steps.ts'

/** The statuses for a filter. */
export const STATUS_CHOICES = ORDER_STATUSES.map((value) => ({ value, label: ORDER_STEPS[value].label }))
export const STATUS_CHOICES_OF_BUYERS = ORDER_STATUSES.map((value) => ({ value, label: labelForBuyers(value) }))

/** The status in an address; undefined for one that there is not. */
export function readStatus(text: string | undefined): OrderStatus | undefined {
  return ORDER_STATUSES.find((status) => status === text)
}

import { AVAILABILITY_LABEL } from '../../../server/src/shared/availability.ts'
import type { Availability } from '../../../server/src/shared/availability.ts'
import { labelForBuyers, ORDER_STATUSES, ORDER_STEPS } from '../../../server/src/shared/order-steps.ts'
import type { OrderStatus } from '../../../server/src/shared/order-steps.ts'

const LEVELS = Object.keys(AVAILABILITY_LABEL) as Availability[]

export const AVAILABILITY_CHOICES = LEVELS.map((value) => ({ value, label: AVAILABILITY_LABEL[value] }))

/** The stock level in an address; undefined for one that there is not. */
export function readAvailability(text: string | undefined): Availability | undefined {
  return LEVELS.find((level) => level === text)
}

/** The statuses for a filter. */
export const STATUS_CHOICES = ORDER_STATUSES.map((value) => ({ value, label: ORDER_STEPS[value].label }))
export const STATUS_CHOICES_OF_BUYERS = ORDER_STATUSES.map((value) => ({ value, label: labelForBuyers(value) }))

/** The status in an address; undefined for one that there is not. */
export function readStatus(text: string | undefined): OrderStatus | undefined {
  return ORDER_STATUSES.find((status) => status === text)
}

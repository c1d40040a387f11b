import {
  CANCELLABLE,
  CHANGEABLE,
  ORDER_STATUSES,
  ORDER_STEPS,
  statusInWords,
} from '../../../../server/src/shared/order-steps.ts'
import type { OrderMove, OrderStatus } from '../../../../server/src/shared/order-steps.ts'

/** Why an order with this status cannot be moved so now; null if it can. */
export function reasonAgainst({ from }: OrderMove, status: OrderStatus): string | null {
  if (status === from) return null
  if (status === 'cancelled') return 'The order is cancelled: nothing comes after that.'
  const isAhead = ORDER_STATUSES.indexOf(status) < ORDER_STATUSES.indexOf(from)
  return isAhead ? `${ORDER_STEPS[from].verb} it first.` : `The order is ${statusInWords(status)} already.`
}

/** Why the lines of an order with this status cannot be changed now; null if they can. */
export function reasonAgainstChanging(status: OrderStatus): string | null {
  return CHANGEABLE.includes(status) ? null : `The order is ${statusInWords(status)}: its lines stay as they are.`
}

/** Why an order with this status cannot be cancelled now; null if it can. */
export function reasonAgainstCancelling(status: OrderStatus): string | null {
  if (CANCELLABLE.includes(status)) return null
  return status === 'cancelled'
    ? 'The order is cancelled already.'
    : `The order is ${statusInWords(status)}: it is too late to cancel it.`
}

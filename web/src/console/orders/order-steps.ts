import type { OrderStatus } from '../../shared/order-status.ts'

/** The steps that staff take with an order. */
export type Step = { label: 'Confirm' | 'Dispatch' | 'Complete'; from: OrderStatus; to: OrderStatus }

export const STEPS: readonly Step[] = [
  { label: 'Confirm', from: 'new', to: 'confirmed' },
  { label: 'Dispatch', from: 'confirmed', to: 'dispatched' },
  { label: 'Complete', from: 'dispatched', to: 'completed' },
]

/** Why an order with this status cannot take that step now; null if it can. */
export function reasonAgainst(step: Step, status: OrderStatus): string | null {
  if (status === step.from) return null
  if (status === 'cancelled') return 'The order is cancelled: nothing comes after that.'
  const before = STEPS.find(({ to }) => to === step.from)
  const isAhead = STEPS.findIndex(({ from }) => from === status) < STEPS.indexOf(step) && status !== 'completed'
  return isAhead && before ? `${before.label} it first.` : `The order is ${status} already.`
}

/** Why an order with this status cannot be cancelled now; null if it can. */
export function reasonAgainstCancelling(status: OrderStatus): string | null {
  if (status === 'new' || status === 'confirmed') return null
  return status === 'cancelled'
    ? 'The order is cancelled already.'
    : `The order is ${status}: it is too late to cancel it.`
}

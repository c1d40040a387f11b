import { Badge } from '@mantine/core'
import type { OrderStatus } from './order-queries.ts'

export const STATUS_LABEL: Record<OrderStatus, string> = {
  new: 'New',
  confirmed: 'Confirmed',
  dispatched: 'Dispatched',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

const COLOR: Record<OrderStatus, string> = {
  new: 'indigo',
  confirmed: 'blue',
  dispatched: 'cyan',
  completed: 'green',
  cancelled: 'gray',
}

/** The status of an order. New orders stand out, because they wait for somebody. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge variant={status === 'new' ? 'filled' : 'light'} color={COLOR[status]} tt="none" miw="max-content">
      {STATUS_LABEL[status]}
    </Badge>
  )
}

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

import { Badge } from '@mantine/core'
import { STATUS_LABEL } from './order-status.ts'
import type { OrderStatus } from './order-status.ts'

const COLOR: Record<OrderStatus, string> = {
  new: 'indigo',
  confirmed: 'blue',
  dispatched: 'cyan',
  completed: 'green',
  cancelled: 'gray',
}

type OrderStatusBadgeProps = {
  status: OrderStatus
  /** New orders wait for who sees them. */
  isWaitedFor?: boolean
}

/** The status of an order. */
export function OrderStatusBadge({ status, isWaitedFor = false }: OrderStatusBadgeProps) {
  const variant = isWaitedFor && status === 'new' ? 'filled' : 'light'
  return (
    <Badge variant={variant} color={COLOR[status]}>
      {STATUS_LABEL[status]}
    </Badge>
  )
}

import { Badge } from '@mantine/core'
import { labelForBuyers, ORDER_STEPS } from '../../../server/src/shared/order-steps.ts'
import type { OrderStatus } from '../../../server/src/shared/order-steps.ts'

type OrderStatusBadgeProps = {
  status: OrderStatus
  /** New orders wait for who sees them. */
  isWaitedFor?: boolean
  forBuyers?: boolean
}

/** The status of an order. */
export function OrderStatusBadge({ status, isWaitedFor = false, forBuyers = false }: OrderStatusBadgeProps) {
  const variant = isWaitedFor && status === 'new' ? 'filled' : 'light'
  return (
    <Badge variant={variant} color={ORDER_STEPS[status].colour}>
      {forBuyers ? labelForBuyers(status) : ORDER_STEPS[status].label}
    </Badge>
  )
}

import { Badge } from '@mantine/core'
import { STATUS_LABEL } from './order-queries.ts'
import type { OrderStatus } from './order-queries.ts'

const COLOR: Record<OrderStatus, string> = {
  new: 'indigo',
  confirmed: 'blue',
  dispatched: 'cyan',
  completed: 'green',
  cancelled: 'gray',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge variant="light" color={COLOR[status]} tt="none" miw="max-content">
      {STATUS_LABEL[status]}
    </Badge>
  )
}

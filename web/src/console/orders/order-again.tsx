import { useWorkspace } from '../workspace-context.tsx'
import { BeginOrder } from './begin-order.tsx'
import type { OrderForStaff } from './order-queries.ts'

/** Opens "Place an order" with the customer and the lines of an order. */
export function OrderAgain({ order }: { order: OrderForStaff }) {
  const { reasonNot } = useWorkspace()
  return (
    <BeginOrder
      label="Order again"
      dialog="again"
      customer={order.customer}
      lines={order.lines.map(({ sku, qty, price }) => ({ sku, qty, was: price.unit }))}
      reason={reasonNot('write') ?? (order.contact === null ? 'The customer was deleted.' : null)}
    />
  )
}

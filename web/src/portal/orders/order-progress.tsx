import { labelForBuyers } from '../../../../server/src/shared/order-steps.ts'
import type { OrderStatus } from '../../../../server/src/shared/order-steps.ts'
import styles from './orders.module.css'

const WAY = ['new', 'confirmed', 'dispatched'] as const

type OrderProgressProps = {
  status: OrderStatus
  /** When each step was reached, in words. */
  reached?: Partial<Record<OrderStatus, string>>
}

/** How far an order has come. In a list, where its status stands beside it, only the line. */
export function OrderProgress({ status, reached }: OrderProgressProps) {
  const way = status === 'cancelled' ? (['new', 'cancelled'] as const) : WAY
  const at = status === 'completed' ? WAY.length - 1 : way.findIndex((step) => step === status)
  return (
    <ol
      className={styles.progress}
      data-cancelled={status === 'cancelled' || undefined}
      aria-hidden={!reached || undefined}
    >
      {way.map((step, i) => (
        <li key={step} data-done={i <= at || undefined} aria-current={reached && i === at ? 'step' : undefined}>
          {reached && (
            <>
              {labelForBuyers(step)}
              {i <= at && <small>{reached[step]}</small>}
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

import { Text, Title } from '@mantine/core'
import { OrderChanges } from '../../shared/order-changes.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { OrderForStaff } from './order-queries.ts'
import { ORDER_STEPS } from '../../../../server/src/shared/order-steps.ts'
import styles from './order.module.css'

/** How the order came to its status, oldest first. */
export function OrderHistory({ order }: { order: OrderForStaff }) {
  const { timezone } = useWorkspace()
  return (
    <section aria-label="History">
      <Title order={2} size="h4" mt="lg" mb="xs">
        History
      </Title>
      <ol className={styles.history}>
        {order.history.map(({ status, at, by, note, changes }) => (
          <li key={`${status} ${at} ${changes !== null}`} data-status={status}>
            <Text fw={600} size="sm">
              {changes ? 'Lines changed' : status === 'new' ? 'Placed' : ORDER_STEPS[status].label}
            </Text>
            <Text size="sm" c="dimmed">
              {by.name}, <RelativeTime at={at} timezone={timezone} />
            </Text>
            {note && <Text size="sm">{note}</Text>}
            {changes && <OrderChanges changes={changes} currency={order.currency} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

import { Anchor, Group, Stack, Text } from '@mantine/core'
import { counted } from '../../../../server/src/shared/counted.ts'
import { formatMoney } from '../../shared/money.tsx'
import { OrderStatusBadge } from '../../shared/order-status-badge.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Customer } from './customer-queries.ts'
import type { CustomerStory } from './story-queries.ts'

/** Whom to write to and to ring, with one press. */
export function ContactLinks({ customer: { contactName, email, phone } }: { customer: Customer }) {
  if (contactName === null && email === null && phone === null) return <Text size="sm">Nothing is known yet.</Text>
  return (
    <Stack gap={6} style={{ overflowWrap: 'anywhere' }}>
      {contactName && <Text size="sm">{contactName}</Text>}
      {email && (
        <Anchor size="sm" className="standalone-link" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
          {email}
        </Anchor>
      )}
      {phone && (
        <Anchor size="sm" className="standalone-link" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {phone}
        </Anchor>
      )}
    </Stack>
  )
}

export function LastOrder({ order }: { order: CustomerStory['lastOrder'] }) {
  const { slug, timezone } = useWorkspace()
  if (!order) return <Text size="sm">No orders yet.</Text>
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <TextLink size="sm" className="standalone-link" to="/w/$slug/orders/$id" params={{ slug, id: order.id }}>
          Order {order.number}
        </TextLink>
        <OrderStatusBadge status={order.status} />
      </Group>
      <Text size="sm">
        {formatMoney(order.subtotal, order.currency)}, {counted(order.lineCount, 'line')},{' '}
        <RelativeTime at={order.placedAt} timezone={timezone} />
      </Text>
    </Stack>
  )
}

/** What is open of a customer, beside its limit. */
export function CreditNow({ credit }: Pick<CustomerStory, 'credit'>) {
  const { currency } = useWorkspace()
  const { limit, openBalance, openOrders } = credit
  const open = (openBalance ?? 0) + openOrders.value
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} c={limit !== null && open > limit ? 'var(--mantine-color-error)' : undefined}>
        {formatMoney(open, currency)} open{limit === null ? ', no limit' : ` of ${formatMoney(limit, currency)}`}
      </Text>
      <Text size="sm" c="dimmed">
        {openBalance !== null && `${formatMoney(openBalance, currency)} owed, `}
        {formatMoney(openOrders.value, currency)} in {counted(openOrders.count, 'open order')}
      </Text>
    </Stack>
  )
}

import { Text } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { OrderStatusBadge } from '../../shared/order-status-badge.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import type { PlainColumn } from '../../shared/plain-table.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Customer } from './customer-queries.ts'
import type { CustomerStory } from './story-queries.ts'
import { TabSection } from './tab-section.tsx'

type Order = CustomerStory['openOrders'][number]

/** What is neither completed nor cancelled: the newest ones of each status. */
export function OpenOrders({ customer, story }: { customer: Customer; story: CustomerStory }) {
  const { slug, timezone } = useWorkspace()
  const { count } = story.credit.openOrders
  return (
    <TabSection title="Open orders">
      <PlainTable label="Open orders" columns={columnsOf(slug, timezone)} rows={story.openOrders} />
      {count > story.openOrders.length && (
        <Text size="sm" mt="xs">
          <TextLink to="/w/$slug/customers/$id" params={{ slug, id: customer.id }} search={{ tab: 'orders' }}>
            All orders, {count.toLocaleString('en')} of them open
          </TextLink>
        </Text>
      )}
    </TabSection>
  )
}

function columnsOf(slug: string, timezone: string): PlainColumn<Order>[] {
  return [
    {
      header: 'Order',
      cell: ({ id, number }) => (
        <TextLink className="standalone-link" to="/w/$slug/orders/$id" params={{ slug, id }}>
          {number}
        </TextLink>
      ),
    },
    { header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} isWaitedFor /> },
    { header: 'Placed', cell: ({ placedAt }) => <RelativeTime at={placedAt} timezone={timezone} /> },
    { header: 'Wanted on', from: 'sm', cell: ({ wantedOn }) => wantedOn ?? '–' },
    { header: 'Subtotal', align: 'end', cell: ({ subtotal, currency }) => formatMoney(subtotal, currency) },
  ]
}

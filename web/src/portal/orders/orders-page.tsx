import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/dates.ts'
import { Empty } from '../../shared/empty.tsx'
import { LiveRegion } from '../../shared/live-region.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Pager } from '../../shared/pager.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { pageNumber } from '../../shared/search-params.ts'
import { usePortal } from '../portal-context.tsx'
import { ordersQuery } from './order-queries.ts'
import type { Order } from './order-queries.ts'
import styles from './orders.module.css'
import { OrderStatusBadge } from '../../shared/order-changes.tsx'
import { STATUS_CHOICES_OF_BUYERS } from '../../shared/order-status.ts'
import { TextLink } from '../../shared/text-link.tsx'

const route = getRouteApi('/t/$slug/orders')

/** All orders of the customer, also those that the wholesaler took by phone. */
export function OrdersPage() {
  const { slug } = usePortal()
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(ordersQuery(slug, search))
  const page = pageNumber(search.page)
  return (
    <Page title="Your orders">
      <Group mb="md">
        <FilterSelect label="Status" param="status" data={STATUS_CHOICES_OF_BUYERS} />
      </Group>
      <Problem error={error} retry={() => void refetch()} />
      <LiveRegion>
        {data?.data.length === 0 && page === 1 && (
          <Empty title={search.status ? 'No order has this status' : 'No orders yet'}>
            What you order appears here, and so does what you order by phone.
          </Empty>
        )}
      </LiveRegion>
      {data && data.data.length > 0 && <OrdersTable orders={data.data} />}
      {data && (page > 1 || data.nextOffset !== null) && (
        <Pager shown={data.data.length} nextOffset={data.nextOffset} />
      )}
    </Page>
  )
}

function OrdersTable({ orders }: { orders: Order[] }) {
  const { slug, timezone } = usePortal()
  return (
    <PlainTable
      label="Orders"
      rows={orders}
      columns={[
        {
          header: 'Order',
          cell: ({ id, number }) => (
            <TextLink className={styles.number} to="/t/$slug/orders/$id" params={{ slug, id }}>
              {number}
            </TextLink>
          ),
        },
        { header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} forBuyers /> },
        { header: 'Placed', cell: ({ placedAt }) => formatDateTime(placedAt, timezone) },
        { header: 'By', from: 'sm', cell: ({ buyer }) => buyer?.name ?? 'By phone' },
        { header: 'PO number', from: 'sm', cell: ({ poNumber }) => poNumber ?? '–' },
        { header: 'Lines', align: 'end', from: 'sm', cell: ({ lineCount }) => lineCount },
        { header: 'Subtotal', align: 'end', cell: ({ subtotal, currency }) => formatMoney(subtotal, currency) },
      ]}
    />
  )
}

import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/dates.ts'
import { Empty, LiveRegion } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Pager } from '../../shared/pager.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { pageNumber } from '../../shared/search-params.ts'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { usePortal } from '../portal-context.tsx'
import { ordersQuery } from '../queries.ts'
import type { Order } from '../queries.ts'
import { OrderProgress } from './order-progress.tsx'
import styles from './orders.module.css'
import { OrderStatusBadge } from '../../shared/order-parts.tsx'
import { STATUS_CHOICES_OF_BUYERS } from '../../shared/filter-choices.ts'
import { TextLink } from '../../shared/links.tsx'

const route = getRouteApi('/t/$slug/orders')

/** All orders of the customer, also those that the wholesaler took by phone. */
export function OrdersPage() {
  const { slug } = usePortal()
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(ordersQuery(slug, search))
  const page = pageNumber(search.page)
  const isPhone = useIsPhone()
  return (
    <Page title="Your orders">
      <Group mb="md" align="flex-end">
        <SearchBox label="Search your orders" />
        <FilterSelect label="Status" param="status" data={STATUS_CHOICES_OF_BUYERS} />
      </Group>
      <Problem error={error} retry={() => void refetch()} />
      <LiveRegion>
        {data?.data.length === 0 && page === 1 && (
          <Empty title={search.q || search.status ? 'No order matches' : 'No orders yet'}>
            {search.q
              ? 'Search by number, PO number, product or delivery address, or clear a filter.'
              : 'What you order appears here, and so does what you order by phone.'}
          </Empty>
        )}
      </LiveRegion>
      {data && data.data.length > 0 && (isPhone ? <Cards orders={data.data} /> : <OrdersTable orders={data.data} />)}
      {data && (page > 1 || data.nextOffset !== null) && (
        <Pager shown={data.data.length} nextOffset={data.nextOffset} />
      )}
    </Page>
  )
}

/** The orders on a phone: all of a card leads to its order. */
function Cards({ orders }: { orders: Order[] }) {
  const { slug, timezone } = usePortal()
  return (
    <ul className="plain-list" aria-label="Orders">
      {orders.map(({ id, number, status, placedAt, buyer, poNumber, lineCount, subtotal, currency }) => (
        <li key={id} className={styles.card}>
          <TextLink className={styles.whole} to="/t/$slug/orders/$id" params={{ slug, id }}>
            Order {number}
          </TextLink>
          <strong className="figures">{formatMoney(subtotal, currency)}</strong>
          <Status status={status} />
          <span className={styles.said}>{counted(lineCount, 'line')}</span>
          <span className={styles.said}>
            {[formatDateTime(placedAt, timezone), buyer?.name ?? 'By phone', ...(poNumber ? [poNumber] : [])].join(
              ' · ',
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Status({ status }: Pick<Order, 'status'>) {
  return (
    <div className={styles.status}>
      <OrderStatusBadge status={status} forBuyers />
      {status !== 'completed' && status !== 'cancelled' && <OrderProgress status={status} />}
    </div>
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
        { header: 'Status', cell: ({ status }) => <Status status={status} /> },
        { header: 'Placed', cell: ({ placedAt }) => formatDateTime(placedAt, timezone) },
        { header: 'By', from: 'sm', cell: ({ buyer }) => buyer?.name ?? 'By phone' },
        { header: 'PO number', from: 'sm', cell: ({ poNumber }) => poNumber ?? '–' },
        { header: 'Lines', align: 'end', from: 'sm', cell: ({ lineCount }) => lineCount },
        { header: 'Subtotal', align: 'end', cell: ({ subtotal, currency }) => formatMoney(subtotal, currency) },
      ]}
    />
  )
}

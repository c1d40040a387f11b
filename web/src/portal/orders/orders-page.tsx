import { Box, Group, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/dates.ts'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Pager } from '../../shared/pager.tsx'
import { Problem } from '../../shared/problem.tsx'
import { pageNumber } from '../../shared/search-params.ts'
import { usePortal } from '../portal-context.tsx'
import { ordersQuery, PAGE_SIZE } from './order-queries.ts'
import type { Order } from './order-queries.ts'
import styles from './orders.module.css'
import { OrderStatusBadge } from '../../shared/order-status-badge.tsx'
import { STATUS_CHOICES } from '../../shared/order-status.ts'
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
        <FilterSelect label="Status" param="status" data={STATUS_CHOICES} />
      </Group>
      <Problem error={error} retry={() => void refetch()} />
      {data?.data.length === 0 && page === 1 && (
        <Empty title={search.status ? 'No order has this status' : 'No orders yet'}>
          What you order appears here, and so does what you order by phone.
        </Empty>
      )}
      {data && data.data.length > 0 && <OrdersTable orders={data.data} />}
      {data && (page > 1 || data.nextOffset !== null) && (
        <Pager pageSize={PAGE_SIZE} shown={data.data.length} nextOffset={data.nextOffset} />
      )}
    </Page>
  )
}

function OrdersTable({ orders }: { orders: Order[] }) {
  const { slug, timezone } = usePortal()
  return (
    <Box className={styles.scroll} tabIndex={0} role="region" aria-label="Orders">
      <Table aria-label="Orders" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Order</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Placed</Table.Th>
            <Table.Th visibleFrom="sm">By</Table.Th>
            <Table.Th visibleFrom="sm">PO number</Table.Th>
            <Table.Th ta="end" visibleFrom="sm">
              Lines
            </Table.Th>
            <Table.Th ta="end">Subtotal</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map(({ id, number, status, placedAt, buyer, poNumber, lineCount, subtotal, currency }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <TextLink className={styles.number} to="/t/$slug/orders/$id" params={{ slug, id }}>
                  {number}
                </TextLink>
              </Table.Td>
              <Table.Td>
                <OrderStatusBadge status={status} />
              </Table.Td>
              <Table.Td>{formatDateTime(placedAt, timezone)}</Table.Td>
              <Table.Td visibleFrom="sm">{buyer?.name ?? 'By phone'}</Table.Td>
              <Table.Td visibleFrom="sm">{poNumber ?? '–'}</Table.Td>
              <Table.Td ta="end" visibleFrom="sm">
                {lineCount}
              </Table.Td>
              <Table.Td ta="end">{formatMoney(subtotal, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

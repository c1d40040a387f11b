import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, LIVE_MS } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { pageWindow } from '../../shared/search-params.ts'
import { OrderStatusBadge } from '../../shared/order-parts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'

const route = getRouteApi('/w/$slug/customers/$id')

type Order = components['schemas']['Order']

/** The orders of the customer, new ones first. */
export function OrdersTab({ customer }: { customer: Customer }) {
  const { slug, timezone } = useWorkspace()
  const { page } = route.useSearch()
  const query = { customer: customer.id, ...pageWindow(page) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...customersKey(slug), customer.id, 'orders', query],
    queryFn: ({ signal }) => api.GET('/app-api/console/{slug}/orders', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      <DataTable
        label="Orders"
        columns={columnsOf(timezone)}
        rows={data?.data}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/w/$slug/orders/$id', params: { slug, id } })}
        isStale={isPlaceholderData}
        empty={
          <Empty title="No orders yet">
            <Text span>What {customer.name} orders is listed here, whoever places it.</Text>
          </Empty>
        }
        pager={{ nextOffset: data?.nextOffset }}
      />
    </>
  )
}

function columnsOf(timezone: string): Column<Order>[] {
  return [
    { key: 'number', header: 'Order', cell: ({ number }) => number },
    { key: 'placed', header: 'Placed', cell: ({ placedAt }) => <RelativeTime at={placedAt} timezone={timezone} /> },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <OrderStatusBadge status={status} isWaitedFor />,
    },
    { key: 'po', header: 'PO number', from: 'sm', cell: ({ poNumber }) => poNumber ?? '–' },
    { key: 'lines', header: 'Lines', align: 'end', from: 'sm', cell: ({ lineCount }) => lineCount },
    {
      key: 'subtotal',
      header: 'Subtotal',
      align: 'end',
      cell: ({ subtotal, currency }) => formatMoney(subtotal, currency),
    },
  ]
}

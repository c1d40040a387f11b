import { Badge, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { useSelection } from '../../shared/selection.ts'
import { ListBar } from '../lists/list-bar.tsx'
import { useColumns } from '../lists/use-columns.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { MoveSelected } from './move-selected.tsx'
import { STATUS_CHOICES, readStatus } from '../../shared/order-status.ts'
import type { OrderStatus } from '../../../../server/src/rules/order-steps.ts'
import { OrderStatusBadge } from '../../shared/order-status-badge.tsx'
import { orderCountsQuery, ordersQuery, searchOf } from './order-queries.ts'
import type { Order } from './order-queries.ts'
import { PlaceOrderDialog } from './place-order-dialog.tsx'

const route = getRouteApi('/w/$slug/orders')

export function OrdersPage() {
  const { slug, reasonNot } = useWorkspace()
  const search = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data, error, isPlaceholderData, refetch } = useQuery(ordersQuery(slug, search))
  const { data: counts } = useQuery(orderCountsQuery(slug, search))
  const filter = searchOf(search)
  const total = counts && (filter.status ? counts[filter.status] : sum(counts))
  const selection = useSelection(filter, total ?? 0)
  const arrived = useArrivals(JSON.stringify([filter, search.page]), isPlaceholderData ? undefined : data?.data)
  const { shown, ...columns } = useColumns('orders', columnsWith(arrived))
  const openForm = () => changeSearch({ dialog: 'place' }, { push: true })
  return (
    <Page
      title="Orders"
      actions={
        <GuardedButton reason={reasonNot('write')} leftSection={<IconPlus size={16} />} onClick={openForm}>
          Place an order
        </GuardedButton>
      }
    >
      <ListBar list="orders" searchLabel="Search orders" columns={columns} params={['status']}>
        <StatusFilter counts={counts} />
      </ListBar>
      <Problem error={error} retry={() => void refetch()} />
      <DataTable<Order>
        label="Orders"
        columns={shown}
        onWiden={columns.widen}
        rows={data?.data}
        rowKey={({ id }) => id}
        rowLabel={({ number }) => `order ${number}`}
        rowLink={({ id }) => ({ to: '/w/$slug/orders/$id', params: { slug, id } })}
        isStale={isPlaceholderData}
        selection={selection}
        selectionActions={<MoveSelected selection={selection} filter={filter} counts={counts} />}
        empty={filter.q || filter.status ? <NothingFound /> : <NoOrders />}
        pager={{ total, nextOffset: data?.nextOffset }}
      />
      <PlaceOrderDialog opened={search.dialog === 'place'} onClose={() => changeSearch({ dialog: undefined })} />
    </Page>
  )
}

function columnsWith(arrived: ReadonlySet<string>): Column<Order>[] {
  return [
    {
      key: 'number',
      header: 'Order',
      cell: ({ id, number }) => (
        <>
          {number}
          {arrived.has(id) && (
            <Badge ml={6} size="sm" color="indigo" variant="light">
              Just in
            </Badge>
          )}
        </>
      ),
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} isWaitedFor /> },
    { key: 'customer', header: 'Customer', cell: ({ customer }) => <span title={customer.name}>{customer.name}</span> },
    { key: 'po', header: 'PO number', cell: ({ poNumber }) => poNumber ?? '–', from: 'md' },
    { key: 'lines', header: 'Lines', align: 'end', cell: ({ lineCount }) => lineCount, from: 'sm' },
    {
      key: 'subtotal',
      header: 'Subtotal',
      align: 'end',
      cell: ({ subtotal, currency }) => formatMoney(subtotal, currency),
    },
    { key: 'placed', header: 'Placed', cell: ({ placedAt }) => <Placed at={placedAt} />, from: 'sm' },
  ]
}

function Placed({ at }: { at: string }) {
  const { timezone } = useWorkspace()
  return <RelativeTime at={at} timezone={timezone} />
}

type Counts = Record<OrderStatus, number>

function StatusFilter({ counts }: { counts: Counts | undefined }) {
  return (
    <FilterSelect
      label="Status"
      param="status"
      data={STATUS_CHOICES}
      renderOption={({ option }) => {
        const status = readStatus(option.value)
        return (
          <Group justify="space-between" flex={1}>
            {option.label}
            <span>{status && counts?.[status].toLocaleString('en')}</span>
          </Group>
        )
      }}
    />
  )
}

/** New orders that came in while this list was open. */
function useArrivals(list: string, rows: Order[] | undefined): ReadonlySet<string> {
  const [known, setKnown] = useState({ list: '', ids: new Set<string>() })
  if (rows && known.list !== list) setKnown({ list, ids: new Set(rows.map(({ id }) => id)) })
  return new Set(rows?.filter(({ id, status }) => status === 'new' && !known.ids.has(id)).map(({ id }) => id))
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function NothingFound() {
  return <Empty title="No order matches">Try other words, or another status.</Empty>
}

function NoOrders() {
  return (
    <Empty title="No orders yet">
      Orders of your customers appear here as they come in. You can also place one for a customer who rings.
    </Empty>
  )
}

import { Badge, Menu, TextInput } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Column, Selection } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Empty } from '../../shared/empty.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { stringifySearch, useSearchParam } from '../../shared/search-params.ts'
import { useSelection } from '../../shared/list.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { useColumns } from '../lists/use-columns.ts'
import { ViewTabs } from '../lists/view-tabs.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { TransitionSelected } from './transition-selected.tsx'
import { ORDERS_COUNTED, PRINTED_ORDERS } from '../../../../server/src/shared/limits.ts'
import { CHANGEABLE, ORDER_STATUSES } from '../../../../server/src/shared/order-steps.ts'
import { OrderStatusBadge } from '../../shared/order-parts.tsx'
import { useDeskViews } from './desk-counts.ts'
import { filterTexts, ORDER_FILTERS, readFilter, countText } from './order-filter.ts'
import type { OrderQuery } from './order-filter.ts'
import { orderCountsQuery, ordersQuery } from './order-queries.ts'
import type { Order, OrderCounts } from './order-queries.ts'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { STATUS_CHOICES } from '../../shared/filter-choices.ts'
import { DayFilter } from '../activity/activity-page.tsx'
import { ContactFilter } from '../customers/contacts.tsx'
import { CustomerFilter } from './customer-field.tsx'

const route = getRouteApi('/w/$slug/orders')

export function OrdersPage() {
  const { slug, reasonNot, timezone, currency } = useWorkspace()
  const search = route.useSearch()
  const navigate = useNavigate()
  const filter = readFilter(search, { timezone, currency })
  const { data, error, isPlaceholderData, refetch } = useQuery(ordersQuery(slug, filter, search.page))
  const { data: counts } = useQuery(orderCountsQuery(slug, filter))
  const total = counts && totalOf(counts, filter.status)
  const selection = useSelection(filter, total ?? 0)
  const arrived = useArrivals(JSON.stringify([filter, search.page]), isPlaceholderData ? undefined : data?.data)
  const { shown, ...columns } = useColumns('orders', columnsWith(arrived))
  const views = useDeskViews().views.map((view) => ({
    ...view,
    count: view.count === null ? undefined : countText(view.count, ORDERS_COUNTED),
  }))
  const files = `/app-api/console/${slug}/orders/export`
  const begin = () => void navigate({ to: '/w/$slug/orders/new', params: { slug } })
  return (
    <Page
      title="Orders"
      actions={
        <>
          <ExportMenu
            label="Export"
            href={files}
            query={{ ...filterTexts(filter), rows: 'orders' }}
            further={{ label: 'Their lines', href: files, query: { ...filterTexts(filter), rows: 'lines' } }}
          />
          <GuardedButton reason={reasonNot('orders')} leftSection={<IconPlus size={16} />} onClick={begin}>
            Place an order
          </GuardedButton>
        </>
      }
    >
      <ViewTabs list="orders" views={views} columns={columns} params={ORDER_FILTERS} />
      <ListBar
        searchLabel="Search orders"
        params={FIRST_FILTERS}
        more={{ params: FURTHER_FILTERS, filters: <FurtherFilters /> }}
      >
        <OrderFilters counts={counts} />
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
        selectionActions={
          <>
            <TransitionSelected selection={selection} filter={filter} counts={counts} />
            {selection.count > 0 && <PrintMenu selection={selection} filter={filter} />}
          </>
        }
        empty={Object.keys(filter).length > 0 ? <NothingFound /> : <NoOrders />}
        pager={{ total, nextOffset: data?.nextOffset }}
      />
    </Page>
  )
}

function columnsWith(arrived: ReadonlySet<string>): Column<Order>[] {
  return [
    {
      key: 'number',
      header: 'Order',
      card: { at: 'title' },
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
    {
      key: 'status',
      header: 'Status',
      card: { at: 'state' },
      cell: ({ status, creditHold }) => (
        <>
          <OrderStatusBadge status={status} isWaitedFor />
          {creditHold && (
            <Badge ml={6} color="orange" variant="light">
              Held
            </Badge>
          )}
        </>
      ),
    },
    {
      key: 'customer',
      header: 'Customer',
      card: { at: 'detail' },
      cell: ({ customer }) => <span title={customer.name}>{customer.name}</span>,
    },
    { key: 'po', header: 'PO number', cell: ({ poNumber }) => poNumber ?? '–', from: 'md' },
    { key: 'reference', header: 'Reference', cell: ({ reference }) => reference ?? '–', from: 'lg' },
    { key: 'lines', header: 'Lines', align: 'end', cell: ({ lineCount }) => lineCount, from: 'sm' },
    {
      key: 'subtotal',
      header: 'Subtotal',
      align: 'end',
      card: { at: 'figure' },
      cell: ({ subtotal, currency }) => formatMoney(subtotal, currency),
    },
    {
      key: 'placed',
      header: 'Placed',
      cell: ({ placedAt }) => <Placed at={placedAt} />,
      from: 'sm',
      card: { at: 'detail' },
    },
  ]
}

function Placed({ at }: { at: string }) {
  const { timezone } = useWorkspace()
  return <RelativeTime at={at} timezone={timezone} />
}

/** New orders that came in while this list was open. */
function useArrivals(list: string, rows: Order[] | undefined): ReadonlySet<string> {
  const [known, setKnown] = useState({ list: '', ids: new Set<string>() })
  if (rows && known.list !== list) setKnown({ list, ids: new Set(rows.map(({ id }) => id)) })
  return new Set(rows?.filter(({ id, status }) => status === 'new' && !known.ids.has(id)).map(({ id }) => id))
}

/** How many match; not known where more match than are counted. */
function totalOf(counts: OrderCounts, status: OrderQuery['status']): number | undefined {
  const statuses = status === undefined ? ORDER_STATUSES : status === 'open' ? CHANGEABLE : [status]
  const each = statuses.map((one) => counts[one])
  return each.includes(ORDERS_COUNTED) ? undefined : each.reduce((total, count) => total + count, 0)
}

function NothingFound() {
  return <Empty title="No order matches">Try other words, or remove a filter.</Empty>
}

function NoOrders() {
  const { can } = useWorkspace()
  return (
    <Empty title="No orders yet">
      Orders of your customers appear here as they come in.
      {can('orders') && ' You can also place one for a customer on the phone.'}
    </Empty>
  )
}

/** Prints the chosen orders: themselves, or what to fetch for them. */
export function PrintMenu({ selection, filter }: { selection: Selection; filter: OrderQuery }) {
  const { slug } = useWorkspace()
  const chosen: Record<string, string> = selection.everything
    ? filterTexts(filter)
    : { ids: [...selection.keys].join(',') }
  const address = (file: string, query = {}) =>
    `/app-api/console/${slug}/orders/${file}${stringifySearch({ ...chosen, ...query })}`
  const reason = selection.count > PRINTED_ORDERS && `At most ${PRINTED_ORDERS} orders are printed at once.`
  const button = (
    <GuardedButton size="xs" variant="default" leftSection={<IconPrinter size={14} aria-hidden />} reason={reason}>
      Print
    </GuardedButton>
  )
  if (reason) return button
  return (
    <Menu position="bottom-start">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address('pdf')} download>
          Orders as one PDF
        </Menu.Item>
        <Menu.Item component="a" href={address('picking-list', { by: 'location' })} download>
          Picking list by location
        </Menu.Item>
        <Menu.Item component="a" href={address('picking-list', { by: 'category' })} download>
          Picking list by category
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The parameters of the filters that are always shown; `late` is set by a view alone. */
const FIRST_FILTERS = ['status', 'customer', 'from', 'to'] as const
const FURTHER_FILTERS = ['wantedFrom', 'wantedTo', 'buyer', 'contact', 'least', 'most', 'held'] as const

/** The filters of the list of orders, each a field with its label. */
function OrderFilters({ counts }: { counts: OrderCounts | undefined }) {
  return (
    <>
      <StatusFilter counts={counts} />
      <CustomerFilter label="Account" placeholder="All" />
      <DayFilter label="Placed from" param="from" />
      <DayFilter label="Placed to" param="to" />
    </>
  )
}

function FurtherFilters() {
  const { may } = useWorkspace()
  return (
    <>
      <DayFilter label="Wanted from" param="wantedFrom" />
      <DayFilter label="Wanted to" param="wantedTo" />
      <TextFilter label="Buyer" param="buyer" />
      {may('all') && <ContactFilter />}
      <TextFilter label="Value from" param="least" inputMode="decimal" />
      <TextFilter label="Value to" param="most" inputMode="decimal" />
      <FilterSelect label="Credit" param="held" data={[{ value: 'true', label: 'Held' }]} />
    </>
  )
}

function StatusFilter({ counts }: { counts: OrderCounts | undefined }) {
  return (
    <FilterSelect
      label="Status"
      param="status"
      data={[...STATUS_CHOICES, { value: 'open', label: 'Not dispatched' }]}
      renderOption={({ option: { label, value } }) => {
        const count = counts && (value === 'open' ? counts.new + counts.confirmed : counts[value as keyof OrderCounts])
        return (
          <span style={{ display: 'flex', flex: 1, justifyContent: 'space-between', gap: '0.75rem' }}>
            {label}
            <span>{count !== undefined && countText(count, ORDERS_COUNTED)}</span>
          </span>
        )
      }}
    />
  )
}

type TextFilterProps = { label: string; param: string; inputMode?: 'decimal' }

/** A text in the address: what is typed goes there on Enter, and on leaving the field. */
function TextFilter({ label, param, inputMode }: TextFilterProps) {
  const [value, change] = useSearchParam(param)
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed !== null && typed.trim() !== value) change(typed.trim() === '' ? null : typed.trim())
    setTyped(null)
  }
  return (
    <TextInput
      label={label}
      placeholder="Any"
      value={typed ?? value}
      {...(inputMode && { inputMode })}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      autoComplete="off"
    />
  )
}

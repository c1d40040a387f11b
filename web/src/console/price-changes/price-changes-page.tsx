import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { LIVE_MS } from '../../shared/query-client.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { useColumns } from '../lists/use-columns.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { NewPriceChangeDialog } from './new-price-change-dialog.tsx'
import { listQuery } from './queries.ts'
import type { ListedPriceChange } from './queries.ts'
import { STATUSES, StatusBadge, readStatus, statusLabel } from './status-badge.tsx'

const route = getRouteApi('/w/$slug/price-changes')

/** All price changes, newest first. */
export function PriceChangesPage() {
  const { slug, timezone, reasonNot } = useWorkspace()
  const search = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...listQuery(slug, search),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
  const reason = reasonNot('write')
  const { shown, ...columns } = useColumns('price-changes', columnsIn(timezone))
  const openNew = () => changeSearch({ dialog: 'new' }, { push: true })
  const counts = data?.counts
  const status = readStatus(search.status)
  const total = counts && (status ? counts[status] : sum(Object.values(counts)))
  return (
    <Page
      title="Price changes"
      description="New list prices are drafted, reviewed with what they do to each customer, then published together."
      actions={
        <ActButton
          label="New price change"
          reason={reason}
          leftSection={<IconPlus size={16} aria-hidden />}
          run={openNew}
        />
      }
    >
      <ListBar list="price-changes" columns={columns} params={['status']}>
        <FilterSelect
          label="Status"
          param="status"
          data={STATUSES.map((value) => ({
            value,
            label: counts ? `${statusLabel(value)} (${counts[value].toLocaleString('en')})` : statusLabel(value),
          }))}
        />
      </ListBar>
      {error && !data ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <DataTable
          label="Price changes"
          columns={shown}
          onWiden={columns.widen}
          rows={data?.data}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          rowLink={({ id }) => ({ to: '/w/$slug/price-changes/$id', params: { slug, id } })}
          isStale={isPlaceholderData}
          empty={
            <NoPriceChanges filtered={search.status !== undefined} action={<First reason={reason} open={openNew} />} />
          }
          pager={{ total, nextOffset: data?.nextOffset }}
        />
      )}
      <NewPriceChangeDialog
        opened={search.dialog === 'new'}
        onClose={() => changeSearch({ dialog: undefined, page: search.page })}
      />
    </Page>
  )
}

function columnsIn(timezone: string): Column<ListedPriceChange>[] {
  return [
    { key: 'name', header: 'Name', cell: ({ name }) => name },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { key: 'lines', header: 'Lines', align: 'end', cell: ({ lineCount }) => lineCount.toLocaleString('en') },
    { key: 'by', header: 'Started by', from: 'sm', cell: ({ createdBy }) => createdBy.name },
    {
      key: 'at',
      header: 'Started',
      from: 'md',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} timezone={timezone} />,
    },
    { key: 'effect', header: 'Takes effect', from: 'sm', cell: (change) => takesEffect(change, timezone) },
  ]
}

function takesEffect({ status, scheduledFor, publishedAt }: ListedPriceChange, timezone: string) {
  if (publishedAt) return <RelativeTime at={publishedAt} timezone={timezone} />
  return status === 'scheduled' && scheduledFor ? formatDateTime(scheduledFor, timezone) : '–'
}

/** Another name than the button above the list: nothing is there twice. */
function First({ reason, open }: { reason: string | null; open: () => void }) {
  return (
    <GuardedButton reason={reason} onClick={open}>
      Start the first one
    </GuardedButton>
  )
}

function NoPriceChanges({ filtered, action }: { filtered: boolean; action: React.ReactNode }) {
  if (filtered) return <Empty title="No price change has this status">Clear the filter to see the others.</Empty>
  return (
    <Empty title="No price change yet" action={action}>
      A price change holds new list prices. Start one for a whole brand, or paste prices from a spreadsheet; nothing
      changes for customers until it is published. A sync through the API starts drafts here too.
    </Empty>
  )
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

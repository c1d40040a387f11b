import { Badge } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ORDERS_COUNTED } from '../../../../server/src/shared/limits.ts'
import { QUOTE_WORDS } from '../../../../server/src/shared/quote-statuses.ts'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDate } from '../../shared/dates.ts'
import { Empty } from '../../shared/empty.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { ActButton } from '../acts.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { countText } from '../orders/order-filter.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { quoteCountsQuery, quotesQuery } from './quote-queries.ts'
import type { Quote } from './quote-queries.ts'

const route = getRouteApi('/w/$slug/quotes')

/** What customers asked a price for, and what they were offered: those that wait for prices first. */
export function QuotesPage() {
  const { slug, timezone, me, reasonNot } = useWorkspace()
  const search = route.useSearch()
  const navigate = useNavigate()
  const { data, error, isPlaceholderData, refetch } = useQuery(quotesQuery(slug, search, me.id))
  const { data: counts } = useQuery(quoteCountsQuery(slug))
  return (
    <Page
      title="Quotes"
      actions={
        <ActButton
          label="New quote"
          reason={reasonNot('quotes')}
          leftSection={<IconPlus size={16} aria-hidden />}
          run={() => void navigate({ to: '/w/$slug/quotes/new', params: { slug } })}
        />
      }
      tabs={[
        { value: 'asked', label: label('To price', counts?.asked) },
        { value: 'sent', label: label('Sent', counts?.sent) },
        ...(me.isContact ? [{ value: 'mine', label: 'Mine' }] : []),
        { value: 'all', label: 'All' },
      ]}
    >
      <ListBar searchLabel="Search quotes" />
      <Problem error={error} retry={() => void refetch()} />
      <DataTable<Quote>
        label="Quotes"
        columns={columnsIn(timezone)}
        rows={data?.data}
        rowKey={({ id }) => id}
        rowLabel={({ number }) => `quote ${number}`}
        rowLink={({ id }) => ({ to: '/w/$slug/quotes/$id', params: { slug, id } })}
        isStale={isPlaceholderData}
        empty={<NoQuotes {...search} />}
        pager={{ total: undefined, nextOffset: data?.nextOffset }}
      />
    </Page>
  )
}

/** "To price 3" */
function label(text: string, count: number | undefined): string {
  return count === undefined ? text : `${text} ${countText(count, ORDERS_COUNTED)}`
}

function columnsIn(timezone: string): Column<Quote>[] {
  return [
    { key: 'number', header: 'Quote', card: { at: 'title' }, cell: ({ number }) => number },
    { key: 'status', header: 'Status', card: { at: 'state' }, cell: ({ status }) => <QuoteBadge status={status} /> },
    { key: 'customer', header: 'Customer', card: { at: 'detail' }, cell: ({ customer }) => customer.name },
    { key: 'by', header: 'Asked by', from: 'lg', cell: ({ askedBy }) => askedBy?.name ?? 'Staff' },
    { key: 'lines', header: 'Lines', align: 'end', from: 'sm', cell: ({ lineCount }) => lineCount },
    {
      key: 'total',
      header: 'Total',
      align: 'end',
      card: { at: 'figure' },
      cell: ({ total, currency }) => (total === null ? '–' : formatMoney(total, currency)),
    },
    {
      key: 'until',
      header: 'Valid until',
      from: 'md',
      cell: ({ validUntil }) => (validUntil === null ? '–' : formatDate(validUntil, 'UTC')),
    },
    {
      key: 'at',
      header: 'Begun',
      from: 'sm',
      card: { at: 'detail' },
      cell: ({ createdAt }) => <RelativeTime at={createdAt} timezone={timezone} />,
    },
  ]
}

export function QuoteBadge({ status }: { status: Quote['status'] }) {
  return <Badge color={QUOTE_WORDS[status].colour}>{QUOTE_WORDS[status].label}</Badge>
}

function NoQuotes({ q, tab }: { q?: string; tab?: string }) {
  if (q) return <Empty title="No quote matches">Try other words.</Empty>
  if (tab === 'sent') return <Empty title="No quote can be ordered now">What you send appears here.</Empty>
  if (tab === 'mine') return <Empty title="None yet">Quotes of the customers whose contact you are appear here.</Empty>
  if (tab === 'all')
    return <Empty title="No quotes yet">Buyers ask for one from their basket. You can begin one, too.</Empty>
  return (
    <Empty title="No quote waits for prices">
      Buyers ask for a quote from their basket. You can also begin one for a customer.
    </Empty>
  )
}

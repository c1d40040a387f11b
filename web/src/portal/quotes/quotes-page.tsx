import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { counted } from '../../../../server/src/shared/counted.ts'
import { QUOTE_STATUSES, QUOTE_WORDS } from '../../../../server/src/shared/quote-statuses.ts'
import type { QuoteStatus } from '../../../../server/src/shared/quote-statuses.ts'
import { ButtonLink, TextLink } from '../../shared/links.tsx'
import { formatDate } from '../../shared/dates.ts'
import { Empty, LiveRegion } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Pager } from '../../shared/pager.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { pageNumber } from '../../shared/search-params.ts'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import styles from '../orders/orders.module.css'
import { usePortal } from '../portal-context.tsx'
import { quotesQuery } from '../queries.ts'
import type { Quote } from '../queries.ts'

const route = getRouteApi('/t/$slug/quotes')

const CHOICES = QUOTE_STATUSES.map((status) => ({ value: status, label: QUOTE_WORDS[status].forBuyers }))

/** The quotes of the customer: prices that hold until a day. */
export function QuotesPage() {
  const { slug } = usePortal()
  const search = route.useSearch()
  const { data, error, refetch } = useQuery(quotesQuery(slug, search))
  const page = pageNumber(search.page)
  const isPhone = useIsPhone()
  const isEmpty = data?.data.length === 0 && page === 1
  return (
    <Page title="Quotes">
      {!(isEmpty && !search.status) && <FilterSelect label="Status" param="status" data={CHOICES} />}
      <Problem error={error} retry={() => void refetch()} />
      <LiveRegion>
        {isEmpty && (
          <Empty
            title={search.status ? 'No quote matches' : 'No quotes yet'}
            action={
              !search.status && (
                <ButtonLink to="/t/$slug/basket" params={{ slug }} variant="default">
                  Go to the basket
                </ButtonLink>
              )
            }
          >
            {search.status
              ? 'Choose another status, or clear the filter.'
              : 'Put what you need into the basket, and ask for a quote there.'}
          </Empty>
        )}
      </LiveRegion>
      {data && data.data.length > 0 && (isPhone ? <Cards quotes={data.data} /> : <QuotesTable quotes={data.data} />)}
      {data && (page > 1 || data.nextOffset !== null) && (
        <Pager shown={data.data.length} nextOffset={data.nextOffset} />
      )}
    </Page>
  )
}

export function QuoteBadge({ status }: { status: QuoteStatus }) {
  return (
    <Badge variant="light" color={QUOTE_WORDS[status].colour}>
      {QUOTE_WORDS[status].forBuyers}
    </Badge>
  )
}

/** What it comes to; nothing while it waits for prices. */
function totalInWords({ total, currency }: Quote): string {
  return total === null ? '–' : formatMoney(total, currency)
}

/** The quotes on a phone: all of a card leads to its quote. */
function Cards({ quotes }: { quotes: Quote[] }) {
  const { slug, timezone } = usePortal()
  return (
    <ul className="plain-list" aria-label="Quotes">
      {quotes.map((quote) => (
        <li key={quote.id} className={styles.card}>
          <TextLink className={styles.whole} to="/t/$slug/quotes/$id" params={{ slug, id: quote.id }}>
            Quote {quote.number}
          </TextLink>
          <strong className="figures">{totalInWords(quote)}</strong>
          <QuoteBadge status={quote.status} />
          <span className={styles.said}>{counted(quote.lineCount, 'line')}</span>
          <span className={styles.said}>
            {quote.validUntil
              ? `Valid until ${formatDate(`${quote.validUntil}T12:00:00Z`, 'UTC')}`
              : `Asked ${formatDate(quote.createdAt, timezone)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function QuotesTable({ quotes }: { quotes: Quote[] }) {
  const { slug, timezone } = usePortal()
  return (
    <PlainTable
      label="Quotes"
      rows={quotes}
      columns={[
        {
          header: 'Quote',
          cell: ({ id, number }) => (
            <TextLink className={styles.number} to="/t/$slug/quotes/$id" params={{ slug, id }}>
              {number}
            </TextLink>
          ),
        },
        { header: 'Status', cell: ({ status }) => <QuoteBadge status={status} /> },
        { header: 'Asked', cell: ({ createdAt }) => formatDate(createdAt, timezone) },
        { header: 'By', from: 'sm', cell: ({ askedBy }) => askedBy?.name ?? '–' },
        {
          header: 'Valid until',
          cell: ({ validUntil }) => (validUntil ? formatDate(`${validUntil}T12:00:00Z`, 'UTC') : '–'),
        },
        { header: 'Lines', align: 'end', from: 'sm', cell: ({ lineCount }) => lineCount },
        { header: 'Subtotal', align: 'end', cell: totalInWords },
      ]}
    />
  )
}

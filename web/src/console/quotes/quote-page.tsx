import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { TextLink } from '../../shared/links.tsx'
import styles from '../orders/place-order.module.css'
import { useWorkspace } from '../workspace-context.tsx'
import { ORDER, QuoteActions } from './quote-actions.tsx'
import { QuoteFacts, QuoteHistory } from './quote-facts.tsx'
import { QuoteForm } from './quote-form.tsx'
import { quoteQuery } from './quote-queries.ts'
import type { QuoteForStaff } from './quote-queries.ts'
import { QuoteBadge } from './quotes-page.tsx'

const route = getRouteApi('/w/$slug/quotes/$id')

/** One quote: a form while it waits for prices, and afterwards what its buyers see. */
export function QuotePage() {
  const { id } = route.useParams()
  const { slug, timezone } = useWorkspace()
  const { data: quote } = useSuspenseQuery(quoteQuery(slug, id))
  const { number, status, customer, createdAt } = quote
  return (
    <Page
      title={`Quote ${number}`}
      beside={<QuoteBadge status={status} />}
      description={
        <>
          For{' '}
          <TextLink underline="always" to="/w/$slug/customers/$id" params={{ slug, id: customer.id }}>
            {customer.name}
          </TextLink>
          , begun <RelativeTime at={createdAt} timezone={timezone} />
        </>
      }
      crumbs={[{ label: 'Quotes', link: { to: '/w/$slug/quotes', params: { slug } } }]}
      actions={<QuoteActions quote={quote} />}
    >
      {status === 'asked' ? <QuoteForm key={id} quote={quote} /> : <AsSent quote={quote} />}
      <QuoteHistory quote={quote} />
    </Page>
  )
}

function AsSent({ quote }: { quote: QuoteForStaff }) {
  const { taxLabel, reasonNot } = useWorkspace()
  const changeSearch = useChangeSearch()
  const { lines, total, currency, status } = quote
  const money = (minor: number | null) => (minor === null ? '–' : formatMoney(minor, currency))
  return (
    <div className={styles.columns}>
      <PlainTable
        label="Lines"
        rows={lines}
        columns={[
          {
            header: 'Product',
            cell: ({ sku, name, unitLabel, problem }) => (
              <>
                {name}
                <Text size="xs" c="dimmed">
                  {sku} · {unitLabel}
                </Text>
                {problem && (
                  <Text size="sm" c="var(--mantine-color-error)">
                    {problem}
                  </Text>
                )}
              </>
            ),
          },
          { header: 'Quantity', cell: ({ qty, orMore }) => `${qty.toLocaleString('en')}${orMore ? ' or more' : ''}` },
          { header: 'Today', align: 'end', from: 'sm', cell: ({ today }) => money(today?.unit ?? null) },
          { header: 'Quoted price', align: 'end', cell: ({ unit }) => money(unit) },
          {
            header: 'Total',
            align: 'end',
            from: 'xs',
            cell: ({ unit, qty }) => money(unit === null ? null : unit * qty),
          },
        ]}
      />
      <section aria-label="Summary" className={styles.summary}>
        <QuoteFacts quote={quote} />
        <Text>
          Total ({taxLabel}): <strong className="figures">{money(total)}</strong>
        </Text>
        {status === 'sent' && (
          <GuardedButton reason={reasonNot('orders')} onClick={() => changeSearch({ dialog: 'order' }, { push: true })}>
            {ORDER}
          </GuardedButton>
        )}
      </section>
    </div>
  )
}

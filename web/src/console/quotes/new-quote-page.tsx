import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { LeaveGuard } from '../../shared/dialog.tsx'
import { Page } from '../../shared/page.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { CustomerField } from '../orders/customer-field.tsx'
import { DraftLines } from '../orders/draft-lines.tsx'
import { withLine } from '../orders/draft-order.ts'
import type { DraftLine } from '../orders/draft-order.ts'
import { LineEntry } from '../orders/line-entry.tsx'
import { Facts, NextStep } from '../orders/order-summary.tsx'
import styles from '../orders/place-order.module.css'
import { usePricedOrder } from '../orders/use-priced-order.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { refreshQuotes } from './quote-queries.ts'

const route = getRouteApi('/w/$slug/quotes/new')

/** Begins a quote: for whom, and what. Its prices are set on its own page. */
export function NewQuotePage() {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const begun = route.useLoaderData()
  const [customer, setCustomer] = useState(begun?.customer ?? null)
  const [lines, setLines] = useState<DraftLine[]>([])
  const [isTyping, setIsTyping] = useState(false)
  const [token] = useState(() => uuid())
  const productField = useRef<HTMLInputElement>(null)
  const { pricedOrder, pricedLines, pricingError } = usePricedOrder({ customer, lines })
  const { submit, pending, problem } = useSubmit(async () => {
    const body = { customer: customer!.value, lines: lines.map(({ sku, qty }) => ({ sku, qty })), token }
    const { data } = await api.POST('/app-api/console/{slug}/quotes', { params: { path: { slug } }, body })
    await refreshQuotes(queryClient, slug)
    await navigate({ to: '/w/$slug/quotes/$id', params: { slug, id: data.id }, replace: true, ignoreBlocker: true })
  })
  const reason =
    reasonNot('quotes') ??
    (customer === null
      ? 'Choose the customer first.'
      : lines.length === 0
        ? 'Add a line first.'
        : isTyping && 'Add the line that is typed, or clear it.')
  return (
    <Page title="New quote" crumbs={[{ label: 'Quotes', link: { to: '/w/$slug/quotes', params: { slug } } }]}>
      <LeaveGuard when={lines.length > 0} />
      <div className={styles.columns}>
        <div>
          <div className={styles.fields}>
            <CustomerField value={customer} onChange={setCustomer} productField={productField} />
          </div>
          <LineEntry
            customer={customer}
            present={lines.map(({ sku }) => sku)}
            onAdd={(line) => setLines(withLine(lines, line))}
            onTyping={setIsTyping}
            productField={productField}
          />
          {lines.length > 0 && (
            <DraftLines lines={lines} pricedLines={pricedLines} before={NONE} onChange={setLines} isPriced={false} />
          )}
        </div>
        <section aria-label="Summary" className={styles.summary}>
          {customer && <Facts draft={{ customer, poNumber: '' }} />}
          <NextStep totals={lines.length > 0 ? pricedOrder : undefined} error={pricingError ?? problem()}>
            <GuardedButton reason={reason} loading={pending} onClick={() => void submit()}>
              New quote
            </GuardedButton>
          </NextStep>
        </section>
      </div>
    </Page>
  )
}

const NONE: ReadonlyMap<string, number> = new Map()

import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { Page } from '../../shared/page.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { CustomerField } from '../orders/customer-field.tsx'
import { DraftLines } from '../orders/draft-lines.tsx'
import { withLine } from '../orders/draft-order.ts'
import type { DraftLine } from '../orders/draft-order.ts'
import { LineEntry } from '../orders/line-entry.tsx'
import { Facts, NextStep, usePricedOrder } from '../orders/order-summary.tsx'
import { PurchaseOrderPanel } from '../orders/purchase-order-panel.tsx'
import styles from '../orders/place-order.module.css'
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
  const [isReading, setIsReading] = useState(false)
  const [isComparing, setIsComparing] = useState(false)
  const [token] = useState(() => uuid())
  const productField = useRef<HTMLInputElement>(null)
  const { pricedOrder, pricedLines, pricingError } = usePricedOrder({ customer, lines })
  const { submit, pending, problem } = useSubmit(async () => {
    // Beside the customer's prices, the other lines have those of today, as they are shown.
    const isPriced = lines.some(({ manual }) => manual !== undefined)
    const priced = lines.map(({ sku, qty, manual }) => ({
      sku,
      qty,
      ...(isPriced && { unit: manual?.unit ?? pricedLines.get(sku)?.price?.unit ?? null }),
    }))
    const body = { customer: customer!.value, lines: priced, token }
    const { data } = await api.POST('/app-api/console/{slug}/quotes', { params: { path: { slug } }, body })
    await refreshQuotes(queryClient, slug)
    await navigate({ to: '/w/$slug/quotes/$id', params: { slug, id: data.id }, replace: true, ignoreBlocker: true })
  })
  const reason =
    reasonNot('quotes') ??
    (customer === null
      ? 'Choose the customer first.'
      : isComparing
        ? 'Decide the lines of the customer’s own list first, or cancel that.'
        : lines.length === 0
          ? 'Add a line first.'
          : isTyping && 'Add the line that is typed, or clear it.')
  const stopReading = () => {
    setIsReading(false)
    setIsComparing(false)
  }
  return (
    <Page
      title="New quote"
      crumbs={[{ label: 'Quotes', link: { to: '/w/$slug/quotes', params: { slug } } }]}
      actions={
        <GuardedButton
          reason={!customer && 'Choose the customer first.'}
          variant="default"
          onClick={() => setIsReading(true)}
        >
          Paste or upload
        </GuardedButton>
      }
    >
      <LeaveGuard when={lines.length > 0 || isComparing} />
      <div className={styles.columns}>
        <div>
          <div className={styles.fields}>
            <CustomerField
              value={customer}
              onChange={(chosen) => {
                setCustomer(chosen)
                stopReading()
              }}
              productField={productField}
            />
          </div>
          {isReading && customer && (
            <PurchaseOrderPanel
              key={customer.value}
              customer={customer}
              what="quote"
              lines={lines}
              onTake={setLines}
              onClose={stopReading}
              onOpen={setIsComparing}
            />
          )}
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

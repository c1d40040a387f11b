import { Anchor, Text, Textarea, Title } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { QUOTE_WORDS } from '../../../../server/src/shared/quote-statuses.ts'
import { dayInWords } from '../../../../server/src/shared/read-day.ts'
import { dateInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { quantityInUnits } from '../../../../server/src/shared/units.ts'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { TextLink } from '../../shared/links.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { Facts } from '../orders/order-page.tsx'
import styles from '../orders/orders.module.css'
import { usePortal } from '../portal-context.tsx'
import { OrderQuote, QuotedProduct } from './order-quote.tsx'
import { quoteQuery } from '../queries.ts'
import type { QuoteWithLines } from '../queries.ts'
import { QuoteBadge } from './quotes-page.tsx'

const route = getRouteApi('/t/$slug/quotes/$id')

/** One quote: what was asked for, and, once it is sent, its prices and the way to order it. */
export function QuotePage() {
  const { slug, timezone } = usePortal()
  const { id } = route.useParams()
  const { data: quote } = useSuspenseQuery(quoteQuery(slug, id))
  const { number, status, validUntil, createdAt, askedBy, note, message, orderId, orderNumber } = quote
  return (
    <Page
      title={`Quote ${number}`}
      beside={<QuoteBadge status={status} />}
      crumbs={[{ label: 'Quotes', link: { to: '/t/$slug/quotes', params: { slug } } }]}
      actions={<Acts quote={quote} />}
    >
      <Facts
        facts={{
          ...(validUntil && { 'Valid until': dayInWords(validUntil) }),
          [askedBy ? 'Asked' : 'Begun']: dateInWords(createdAt, timezone),
          ...(askedBy && { By: askedBy.name }),
          ...(note && { 'Your note': note }),
          ...(message && { Message: message }),
          ...(orderId && {
            Order: (
              <TextLink underline="always" to="/t/$slug/orders/$id" params={{ slug, id: orderId }}>
                {orderNumber}
              </TextLink>
            ),
          }),
        }}
      />
      {status === 'asked' && <Text mb="md">Your wholesaler has not priced it yet. You get a mail once it is.</Text>}
      {status === 'sent' ? <OrderQuote key={id} quote={quote} /> : <Lines quote={quote} />}
      <History quote={quote} />
    </Page>
  )
}

/** What can be done with it besides ordering. */
function Acts({ quote: { id, number, status, sentAt } }: { quote: QuoteWithLines }) {
  const { slug, reasonNotToOrder } = usePortal()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [token] = useState(() => uuid())
  const [why, setWhy] = useState('')
  const params = { path: { slug, id } }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['portal', slug, 'quotes'] })
  const again = useSubmit(async () => {
    const { data } = await api.POST('/app-api/portal/{slug}/quotes/{id}/again', { params, body: { token } })
    await refresh()
    notify(data.left.length === 0 ? 'Your wholesaler was asked.' : `Asked without ${data.left.join(', ')}.`)
    await navigate({ to: '/t/$slug/quotes/$id', params: { slug, id: data.id } })
  })
  return (
    <>
      <Problem error={again.problem()} />
      {sentAt && (
        <Anchor
          href={`/app-api/portal/${slug}/quotes/${id}/pdf`}
          download={`quote-${number}.pdf`}
          className="standalone-link"
        >
          PDF
        </Anchor>
      )}
      {status === 'sent' && (
        <GuardedButton
          reason={reasonNotToOrder}
          variant="default"
          onClick={() => changeSearch({ dialog: 'decline' }, { push: true })}
        >
          No, thank you
        </GuardedButton>
      )}
      {status !== 'asked' && (
        <GuardedButton
          reason={reasonNotToOrder}
          variant="default"
          loading={again.pending}
          onClick={() => void again.submit()}
        >
          Ask again
        </GuardedButton>
      )}
      <ConfirmDialog
        opened={dialog === 'decline'}
        onClose={() => changeSearch({ dialog: undefined })}
        title="No, thank you"
        effect={`Quote ${number} is closed, and cannot be ordered any more.`}
        onConfirm={async () => {
          const body = why.trim() === '' ? {} : { note: why.trim() }
          await api.POST('/app-api/portal/{slug}/quotes/{id}/decline', { params, body })
          await refresh()
        }}
      >
        <Textarea
          label="Why (optional)"
          value={why}
          maxLength={ORDER_LIMITS.note}
          autosize
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  )
}

function Lines({ quote: { lines, currency, total } }: { quote: QuoteWithLines }) {
  const amount = (minor: number | null) => (minor === null ? '–' : formatMoney(minor, currency))
  return (
    <div className={styles.scroll}>
      <PlainTable
        label="Lines"
        rows={lines}
        columns={[
          { header: 'Product', cell: (line) => <QuotedProduct line={{ ...line, problem: null }} /> },
          { header: 'Quantity', align: 'end', cell: ({ qty, unitLabel }) => quantityInUnits(qty, unitLabel) },
          { header: 'Unit price', align: 'end', cell: ({ unit }) => amount(unit) },
          { header: 'Total', align: 'end', from: 'sm', cell: ({ unit, qty }) => amount(unit && unit * qty) },
        ]}
      />
      {total !== null && (
        <Text ta="end" fw={600} my="sm" className="figures">
          Subtotal {formatMoney(total, currency)}
        </Text>
      )}
    </div>
  )
}

function History({ quote: { history } }: { quote: QuoteWithLines }) {
  const { timezone, name } = usePortal()
  return (
    <section aria-labelledby="history">
      <Title order={2} size="h4" my="xs" id="history">
        History
      </Title>
      <ol className={styles.history}>
        {history.map(({ status, at, by, note }) => (
          <li key={status}>
            {status === 'sent' ? 'Sent' : QUOTE_WORDS[status].forBuyers}
            <Text size="sm" c="dimmed" component="span">
              {' '}
              {formatDateTime(at, timezone)}, {by ?? name}
            </Text>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

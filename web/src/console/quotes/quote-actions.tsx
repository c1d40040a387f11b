import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { api } from '../../shared/api.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify, notifyFailure } from '../../shared/toasts.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { MoreActions } from '../acts.tsx'
import type { DraftOrder } from '../orders/draft-order.ts'
import { refreshOrders, wanted } from '../orders/order-queries.ts'
import { WhereAndWhen, usePricedOrder } from '../orders/order-summary.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { notOwnQuote } from '../../../../server/src/shared/rights.ts'
import { begunInWords, quoteQuery, refreshQuotes } from './quote-queries.ts'
import type { QuoteForStaff } from './quote-queries.ts'

const route = getRouteApi('/w/$slug/quotes/$id')

/** The button beside what a quote comes to, and its dialog. */
export const ORDER = 'Order at these prices'
const AGREE = 'Make these their agreed prices'

/** What else can be done with a quote. "Send quote" stands beside its prices. */
export function QuoteActions({ quote }: { quote: QuoteForStaff }) {
  const { slug, me, reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id, number, status, sentAt } = quote
  const close = () => changeSearch({ dialog: undefined })
  const open = (name: string) => () => changeSearch({ dialog: name }, { push: true })
  const copy = async () => {
    const params = { path: { slug, id } }
    const { data } = await api.POST('/app-api/console/{slug}/quotes/{id}/copy', { params, body: {} })
    void refreshQuotes(queryClient, slug)
    notify(begunInWords(`quote ${number}`, data))
    await navigate({ to: '/w/$slug/quotes/$id', params: { slug, id: data.id } })
  }
  const unsent = sentAt === null ? 'It was not sent yet.' : null
  const isOver = status === 'asked' || status === 'sent' ? null : 'It is over already.'
  return (
    <>
      <MoreActions
        acts={[
          { label: 'Copy', reason: reasonNot('quotes'), run: () => void copy().catch(notifyFailure) },
          { label: 'Withdraw', reason: reasonNot('quotes') ?? notOwnQuote(me, quote) ?? isOver, run: open('withdraw') },
          { label: `${AGREE} until…`, reason: reasonNot('terms') ?? unsent, run: open('agree') },
          { label: 'PDF', reason: unsent, run: () => location.assign(`/app-api/console/${slug}/quotes/${id}/pdf`) },
        ]}
      />
      {dialog === 'withdraw' && isOver === null && <WithdrawDialog quote={quote} onClose={close} />}
      {dialog === 'order' && status === 'sent' && <OrderDialog quote={quote} onClose={close} />}
      {dialog === 'agree' && unsent === null && <AgreeDialog quote={quote} onClose={close} />}
    </>
  )
}

type DialogProps = { quote: QuoteForStaff; onClose: () => void }

function WithdrawDialog({ quote: { id, number }, onClose }: DialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const withdraw = async () => {
    const params = { path: { slug, id } }
    try {
      const { data } = await api.POST('/app-api/console/{slug}/quotes/{id}/withdraw', { params, body: { note } })
      queryClient.setQueryData(quoteQuery(slug, id).queryKey, data)
      notify(`Quote ${number} is withdrawn.`)
    } finally {
      void refreshQuotes(queryClient, slug)
    }
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Withdraw quote ${number}`}
      cancelLabel="Keep it"
      color="red"
      onSubmit={withdraw}
    >
      {(fieldError) => (
        <Textarea
          label="Reason"
          description="Nothing can be ordered from it any more. Buyers who know of it are mailed, with this."
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={fieldError('note')}
          maxLength={ORDER_LIMITS.note}
          autosize
          minRows={2}
        />
      )}
    </FormDialog>
  )
}

function AgreeDialog({ quote, onClose }: DialogProps) {
  const { slug } = useWorkspace()
  const [until, setUntil] = useState(quote.validUntil ?? '')
  const agree = async () => {
    throwProblems({ until: isDay(until) ? undefined : 'Write the last day, such as 2027-01-05.' })
    const params = { path: { slug, id: quote.id } }
    const { data } = await api.POST('/app-api/console/{slug}/quotes/{id}/agree', { params, body: { until } })
    notify(`${counted(data.agreed, 'price is', 'prices are')} agreed with ${quote.customer.name}.`)
  }
  return (
    <FormDialog onClose={onClose} title={AGREE} onSubmit={agree}>
      {(fieldError) => (
        <DateInput
          label="Until"
          description={`${quote.customer.name} has the quoted prices from today through that day, each from its quantity on.`}
          value={until}
          onChange={setUntil}
          error={fieldError('until')}
          required
        />
      )}
    </FormDialog>
  )
}

/** Orders all of a quote for its customer, who has said yes. */
function OrderDialog({ quote, onClose }: DialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Pick<DraftOrder, 'deliverTo' | 'wantedOn'>>({})
  const [poNumber, setPoNumber] = useState('')
  const [note, setNote] = useState('')
  const { id, number, customer, lines, total, currency } = quote
  const { pricedOrder, pricingError } = usePricedOrder({
    customer: { value: customer.id, label: customer.name },
    lines,
  })
  const order = async () => {
    const params = { path: { slug, id } }
    const body = { poNumber, note, ...wanted(draft, pricedOrder?.delivery) }
    const { data } = await api
      .POST('/app-api/console/{slug}/quotes/{id}/order', { params, body })
      .finally(() => void refreshQuotes(queryClient, slug))
    await refreshOrders(queryClient, slug)
    notify(`Order ${data.number} is placed from quote ${number}.`)
    await navigate({ to: '/w/$slug/orders/$id', params: { slug, id: data.id } })
  }
  return (
    <FormDialog onClose={onClose} title={ORDER} onSubmit={order} disabled={!pricedOrder}>
      {(fieldError) => (
        <Stack gap="sm">
          <Text>
            All of quote {number} for {customer.name}: {formatMoney(total, currency)} before tax.
          </Text>
          <Problem error={pricingError} />
          {pricedOrder && (
            <WhereAndWhen
              delivery={pricedOrder.delivery}
              draft={draft}
              change={(changes) => setDraft((before) => ({ ...before, ...changes }))}
              fieldError={fieldError}
            />
          )}
          <TextInput
            label="PO number"
            required={pricedOrder?.customer.poRequired ?? false}
            value={poNumber}
            onChange={(event) => setPoNumber(event.currentTarget.value)}
            error={fieldError('poNumber')}
            maxLength={ORDER_LIMITS.poNumber}
          />
          <Textarea
            label="Note"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={fieldError('note')}
            maxLength={ORDER_LIMITS.note}
            autosize
            minRows={1}
          />
        </Stack>
      )}
    </FormDialog>
  )
}

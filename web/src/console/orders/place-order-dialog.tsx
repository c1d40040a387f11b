import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '../../shared/dialog.tsx'
import { api, ApiError } from '../../shared/api.ts'
import { CreditNotice } from '../../shared/credit-notice.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import { notify } from '../../shared/toasts.ts'
import { Totals } from '../../shared/totals.tsx'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { searchCustomers } from '../choices.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { useDraftOrder } from './draft-order.ts'
import { DraftLines } from './draft-lines.tsx'
import { LineEntry } from './line-entry.tsx'
import { refreshOrders } from './order-queries.ts'
import { quoteQuery } from './quote-queries.ts'
import type { Quote, QuotedLine } from './quote-queries.ts'
import { WhereAndWhen, wanted } from './where-and-when.tsx'
import { ORDER_LIMITS } from '../../../../server/src/rules/limits.ts'

/** Places an order for a customer who is on the phone. What was typed stays when the dialog is closed. */
export function PlaceOrderDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isPhone = useIsPhone()
  return (
    <Dialog opened={opened} onClose={onClose} title="Place an order" size={900} fullScreen={isPhone}>
      <PlaceOrderForm onClose={onClose} />
    </Dialog>
  )
}

function PlaceOrderForm({ onClose }: { onClose: () => void }) {
  const { slug, currency, taxLabel } = useWorkspace()
  const { draft, change, addLine, clear } = useDraftOrder(slug)
  const { quote, quoted, isComing, quoteError } = useQuote(draft)
  const { submit, pending, fieldError, problem, before, reset } = usePlacing({
    draft,
    quoted,
    delivery: quote?.delivery,
    change,
    clear,
  })
  const poRequired = quote?.customer.poRequired ?? false
  const poError = fieldError('poNumber')
  const blocked = draft.lines.some(({ sku }) => quoted.get(sku)?.problem)
  const reason = reasonAgainstPlacing(draft, { isComing, blocked })
  return (
    <>
      <Problem error={quoteError ?? problem()} />
      <SearchSelect
        label="Customer"
        placeholder="Name, account code or e-mail"
        value={draft.customer}
        onChange={(customer) => change({ customer, deliverTo: undefined, wantedOn: undefined })}
        searchKey={['customers who order', slug]}
        search={(text, signal) => searchCustomers(slug, text, signal, { active: true, limit: 8 })}
        required
      />
      <Group mt="sm" display="block">
        <LineEntry customer={draft.customer} onAdd={addLine} />
      </Group>
      {draft.lines.length > 0 && (
        <DraftLines
          lines={draft.lines}
          quoted={quoted}
          before={before}
          onChange={(lines) => {
            reset()
            change({ lines })
          }}
        />
      )}
      {quote && <WhereAndWhen {...{ delivery: quote.delivery, draft, change, fieldError }} />}
      <Group align="flex-start" mt="md" grow>
        <TextInput
          label="PO number"
          value={draft.poNumber}
          onChange={(event) => change({ poNumber: event.currentTarget.value })}
          required={poRequired}
          description={poRequired ? 'This customer orders with a PO number only.' : undefined}
          error={poError}
          maxLength={ORDER_LIMITS.poNumber}
        />
        <Textarea
          label="Note"
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
          autosize
          minRows={1}
          maxLength={ORDER_LIMITS.note}
        />
      </Group>
      {quote?.creditHold && draft.lines.length > 0 && (
        <CreditNotice hold={quote.creditHold} currency={currency} title="This order passes the credit limit">
          As the settings say, it waits until somebody confirms it, or is refused.
        </CreditNotice>
      )}
      <Group justify="space-between" mt="lg">
        <div role="status">
          {quote && draft.lines.length > 0 && <Totals totals={quote} currency={currency} taxLabel={taxLabel} />}
        </div>
        <Group>
          {(draft.customer || draft.lines.length > 0) && (
            <Button variant="subtle" onClick={clear}>
              Start again
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <GuardedButton reason={reason} loading={pending} onClick={() => void submit()}>
            {before.size > 0 ? 'Place an order at the new prices' : 'Place an order'}
          </GuardedButton>
        </Group>
      </Group>
    </>
  )
}

type Draft = ReturnType<typeof useDraftOrder>['draft']

function useQuote({ customer, lines }: Draft) {
  const { slug } = useWorkspace()
  const { data: quote, error, isFetching } = useQuery(quoteQuery(slug, customer, lines))
  // The service writes a SKU as the catalogue does, which the lines do too.
  const quoted = new Map(customer ? quote?.lines.map((line): [string, QuotedLine] => [line.sku, line]) : [])
  const isComing = isFetching && lines.some(({ sku, qty }) => quoted.get(sku)?.qty !== qty)
  return { quote: customer ? quote : undefined, quoted, isComing, quoteError: error }
}

function reasonAgainstPlacing(
  { customer, lines }: Draft,
  { isComing, blocked }: { isComing: boolean; blocked: boolean },
) {
  if (!customer) return 'Choose the customer first.'
  if (lines.length === 0) return 'Add a line first.'
  if (blocked) return 'One of the lines cannot be ordered: change or remove it.'
  return isComing && 'The prices are on their way.'
}

type Placing = {
  draft: Draft
  quoted: ReadonlyMap<string, QuotedLine>
  delivery: Quote['delivery'] | undefined
  change: (changes: Partial<Draft>) => void
  clear: () => void
}

/**
 * Places the order at the prices that are shown. If one has changed, it is shown, and the next try is at the new
 * prices.
 */
function usePlacing({ draft, quoted, delivery, change, clear }: Placing) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [before, setBefore] = useState<ReadonlyMap<string, number>>(new Map())
  const shown = new Map(draft.lines.map(({ sku }) => [sku, quoted.get(sku)?.price?.unit ?? 0]))
  const place = async () => {
    const { customer, lines, poNumber, note, token } = draft
    const { data } = await api.POST('/app-api/console/{slug}/orders', {
      params: { path: { slug } },
      body: {
        customer: customer!.value,
        lines: lines.map(({ sku, qty }) => ({ sku, qty, unit: shown.get(sku)! })),
        poNumber,
        note,
        ...wanted(draft, delivery),
        token,
      },
    })
    return data
  }
  const submitting = useSubmit(async () => {
    try {
      const { id, number } = await place()
      clear()
      await refreshOrders(queryClient, slug)
      notify(`Order ${number} is placed.`)
      await navigate({ to: '/w/$slug/orders/$id', params: { slug, id } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        await queryClient.invalidateQueries({ queryKey: ['console', slug, 'orders', 'quote'] })
        setBefore(shown)
      }
      throw isOfEarlierTry(error) ? earlierTry(change) : error
    }
  })
  const reset = () => {
    setBefore(new Map())
    submitting.reset()
  }
  return { ...submitting, before, reset }
}

/** The answer to an earlier try was lost, and the order has been changed since. */
function isOfEarlierTry(error: unknown): boolean {
  return error instanceof ApiError && error.issues.some(({ path }) => path === 'token')
}

function earlierTry(change: Placing['change']): ApiError {
  change({ token: crypto.randomUUID() })
  const message =
    'An earlier try has placed an order after all. Look at the newest order before you place this one, too.'
  return new ApiError(400, 'invalid_request', message)
}

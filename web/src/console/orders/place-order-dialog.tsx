import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Dialog } from '../../shared/dialog.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import { notify } from '../../shared/toasts.ts'
import { Totals } from '../../shared/totals.tsx'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { searchCustomers } from '../choices.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { CreditOfOrder } from './credit-of-order.tsx'
import { useDraftOrder } from './draft-order.ts'
import type { DraftOrder } from './draft-order.ts'
import { DraftLines } from './draft-lines.tsx'
import { LineEntry } from './line-entry.tsx'
import { quoteQuery } from './quote-queries.ts'
import type { QuotedLine } from './quote-queries.ts'
import { usePlacing } from './use-placing.ts'
import { WhereAndWhen } from './where-and-when.tsx'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'

/** Places an order for a customer who is on the phone. What was typed stays when the dialog is closed. */
export default function PlaceOrderDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isPhone = useIsPhone()
  return (
    <Dialog opened={opened} onClose={onClose} title="Place an order" size={900} fullScreen={isPhone}>
      <PlaceOrderForm onClose={onClose} />
    </Dialog>
  )
}

function PlaceOrderForm({ onClose }: { onClose: () => void }) {
  const { slug, currency, taxLabel } = useWorkspace()
  const { draft, change, addLine, clear } = useDraftOrder()
  const [wasChosen] = useState(draft.customer !== null)
  const [lifts, setLifts] = useState(false)
  const [hasChosen, setHasChosen] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const productField = useRef<HTMLInputElement>(null)
  const { quote, quoted, isComing, quoteError } = useQuote(draft)
  const { submit, pending, fieldError, problem, before, reset } = usePlacing({
    draft,
    quoted,
    delivery: quote?.delivery,
    lifts: lifts && quote?.creditHold != null,
    change,
    clear,
  })
  const poRequired = quote?.customer.poRequired ?? false
  const poError = fieldError('poNumber')
  const blocked = draft.lines.some(({ sku }) => quoted.get(sku)?.problem)
  const isRefused = quote?.creditHold != null && quote.credit.policy === 'refuse'
  const reason = reasonAgainstPlacing(draft, { isTyping, isComing, blocked, isRefused })
  const chooseCustomer = (customer: typeof draft.customer) => {
    change({ customer, deliverTo: undefined, wantedOn: undefined })
    setHasChosen(true)
  }
  // Once the field can have the focus.
  const chosen = hasChosen ? draft.customer?.value : undefined
  useEffect(() => {
    if (chosen !== undefined) productField.current?.focus()
  }, [chosen])
  const placeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (reason) notify(reason)
    else if (!pending) void submit()
  }
  const startAgain = () => {
    clear()
    setIsTyping(false)
  }
  return (
    <div onKeyDownCapture={placeByKey}>
      <Problem error={quoteError ?? problem()} />
      <SearchSelect
        label="Customer"
        placeholder="Name, account code or e-mail"
        value={draft.customer}
        onChange={chooseCustomer}
        searchKey={['customers who order', slug]}
        search={(text, signal) => searchCustomers(slug, text, signal, { active: true, limit: 8 })}
        required
      />
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
      <Group mt="sm" display="block">
        <LineEntry
          key={draft.token}
          customer={draft.customer}
          present={draft.lines.map(({ sku }) => sku)}
          onAdd={addLine}
          onTyping={setIsTyping}
          isStart={wasChosen}
          offersAtOnce={hasChosen}
          productField={productField}
        />
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
      {quote && <CreditOfOrder quote={quote} lifts={lifts} onLift={setLifts} />}
      <Stack align="flex-end" mt="md">
        <div role="status">
          {quote && draft.lines.length > 0 && <Totals totals={quote} currency={currency} taxLabel={taxLabel} />}
        </div>
        <Group justify="flex-end">
          {(draft.customer || draft.lines.length > 0) && (
            <Button variant="subtle" onClick={startAgain}>
              Start again
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <GuardedButton
            reason={reason}
            loading={pending}
            aria-keyshortcuts="Control+Enter"
            title="Ctrl+Enter"
            onClick={() => void submit()}
          >
            {before.size > 0 ? 'Place an order at the new prices' : 'Place an order'}
          </GuardedButton>
        </Group>
      </Stack>
    </div>
  )
}

function useQuote({ customer, lines }: DraftOrder) {
  const { slug } = useWorkspace()
  const { data: quote, error, isFetching } = useQuery(quoteQuery(slug, customer, lines))
  // The service writes a SKU as the catalogue does, which the lines do too.
  const quoted = new Map(customer ? quote?.lines.map((line): [string, QuotedLine] => [line.sku, line]) : [])
  const isComing = isFetching && lines.some(({ sku, qty }) => quoted.get(sku)?.qty !== qty)
  return { quote: customer ? quote : undefined, quoted, isComing, quoteError: error }
}

function reasonAgainstPlacing(
  { customer, lines }: DraftOrder,
  { isTyping, isComing, blocked, isRefused }: Record<'isTyping' | 'isComing' | 'blocked' | 'isRefused', boolean>,
) {
  if (!customer) return 'Choose the customer first.'
  if (lines.length === 0) return 'Add a line first.'
  if (isTyping) return 'Add the line that is typed, or clear it.'
  if (blocked) return 'One of the lines cannot be ordered: change or remove it.'
  if (isComing) return 'The prices are being looked up.'
  return isRefused && 'The order passes the credit limit: order less, or raise the limit.'
}

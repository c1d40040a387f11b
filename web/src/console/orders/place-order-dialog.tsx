import { Button, Checkbox, Group, Stack, Textarea, TextInput, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Dialog } from '../../shared/dialog.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
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
import { priceQuery, refreshOrders } from './order-queries.ts'
import type { PricedOrderLine, PricedOrder } from './order-queries.ts'
import { shortfallInWords } from '../../../../server/src/shared/minimum-order.ts'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { useNavigate } from '@tanstack/react-router'
import { v4 as uuid } from 'uuid'
import { api, ApiError } from '../../shared/api.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import { streetInWords } from '../../../../server/src/shared/read-day.ts'
import { DateInput } from '../../shared/date-input.tsx'

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
  const [isBelow, setIsBelow] = useState(false)
  const [hasChosen, setHasChosen] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const productField = useRef<HTMLInputElement>(null)
  const { pricedOrder, pricedLines, isComing, pricingError } = usePricedOrder(draft)
  const { submit, pending, fieldError, problem, before, reset } = usePlacing({
    draft,
    pricedLines,
    delivery: pricedOrder?.delivery,
    lifts: lifts && pricedOrder?.creditHold != null,
    isBelow: isBelow && pricedOrder?.shortfall != null,
    change,
    clear,
  })
  const poRequired = pricedOrder?.customer.poRequired ?? false
  const poError = fieldError('poNumber')
  const blocked = draft.lines.some(({ sku }) => pricedLines.get(sku)?.problem)
  const isRefused = pricedOrder?.creditHold != null && pricedOrder.credit.policy === 'refuse'
  const isShort = pricedOrder?.shortfall != null && !isBelow
  const reason = reasonAgainstPlacing(draft, { isTyping, isComing, blocked, isRefused, isShort })
  const chooseCustomer = (customer: typeof draft.customer) => {
    change({ customer, deliverTo: undefined, wantedOn: undefined })
    setIsBelow(false)
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
    setIsBelow(false)
  }
  return (
    <div onKeyDownCapture={placeByKey}>
      <Problem error={pricingError ?? problem()} />
      <SearchSelect
        label="Customer"
        placeholder="Name, account code or e-mail"
        value={draft.customer}
        onChange={chooseCustomer}
        searchKey={['customers who order', slug]}
        search={(text, signal) => searchCustomers(slug, text, signal, { active: true, limit: 8 })}
        required
      />
      {pricedOrder && <WhereAndWhen {...{ delivery: pricedOrder.delivery, draft, change, fieldError }} />}
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
          pricedLines={pricedLines}
          before={before}
          onChange={(lines) => {
            reset()
            change({ lines })
          }}
        />
      )}
      {pricedOrder?.shortfall && draft.lines.length > 0 && (
        <Checkbox
          mt="md"
          label="Place it below the minimum order"
          description={`${shortfallInWords(pricedOrder.shortfall, (minor) => formatMoney(minor, currency))}.`}
          checked={isBelow}
          onChange={(event) => setIsBelow(event.currentTarget.checked)}
        />
      )}
      {pricedOrder && <CreditOfOrder pricedOrder={pricedOrder} lifts={lifts} onLift={setLifts} />}
      <Stack align="flex-end" mt="md">
        <div role="status">
          {pricedOrder && draft.lines.length > 0 && (
            <Totals totals={pricedOrder} currency={currency} taxLabel={taxLabel} />
          )}
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

function usePricedOrder({ customer, lines }: DraftOrder) {
  const { slug } = useWorkspace()
  const { data: pricedOrder, error, isFetching } = useQuery(priceQuery(slug, customer, lines))
  // The service writes a SKU as the catalogue does, which the lines do too.
  const pricedLines = new Map(
    customer ? pricedOrder?.lines.map((line): [string, PricedOrderLine] => [line.sku, line]) : [],
  )
  const isComing = isFetching && lines.some(({ sku, qty }) => pricedLines.get(sku)?.qty !== qty)
  return { pricedOrder: customer ? pricedOrder : undefined, pricedLines, isComing, pricingError: error }
}

function reasonAgainstPlacing(
  { customer, lines }: DraftOrder,
  {
    isTyping,
    isComing,
    blocked,
    isRefused,
    isShort,
  }: Record<'isTyping' | 'isComing' | 'blocked' | 'isRefused' | 'isShort', boolean>,
) {
  if (!customer) return 'Choose the customer first.'
  if (lines.length === 0) return 'Add a line first.'
  if (isTyping) return 'Add the line that is typed, or clear it.'
  if (blocked) return 'One of the lines cannot be ordered: change or remove it.'
  if (isComing) return 'The prices are being looked up.'
  if (isShort) return 'It stays below the minimum order: add to it, or say that it is to be placed so.'
  return isRefused && 'The order passes the credit limit: order less, or raise the limit.'
}

type Placing = {
  draft: DraftOrder
  pricedLines: ReadonlyMap<string, PricedOrderLine>
  delivery: PricedOrder['delivery'] | undefined
  /** Whether the order is confirmed at once, over the credit limit. */
  lifts: boolean
  /** Whether it may stay below the minimum order value. */
  isBelow: boolean
  change: (changes: Partial<DraftOrder>) => void
  clear: () => void
}

/**
 * Places the order at the prices that are shown. If one has changed, it is shown, and the next try is at the new
 * prices.
 */
export function usePlacing({ draft, pricedLines, delivery, lifts, isBelow, change, clear }: Placing) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [before, setBefore] = useState<ReadonlyMap<string, number>>(new Map())
  const shown = new Map(draft.lines.map(({ sku }) => [sku, pricedLines.get(sku)?.price?.unit ?? 0]))
  const place = async () => {
    const { customer, lines, poNumber, note, token } = draft
    const { data } = await api.POST('/app-api/console/{slug}/orders', {
      params: { path: { slug } },
      body: {
        customer: customer!.value,
        lines: lines.map(({ sku, qty, manual }) => ({ sku, qty, manual, unit: shown.get(sku)! })),
        // Each was asked about as it was set.
        lowPrices: lines.some(({ manual }) => manual !== undefined),
        poNumber,
        note,
        ...wanted(draft, delivery),
        belowMinimum: isBelow,
        token,
      },
    })
    return data
  }
  const submitting = useSubmit(async () => {
    try {
      const { id, number } = await place()
      clear()
      if (lifts) await liftHold(slug, id).catch(notifyFailure)
      await refreshOrders(queryClient, slug)
      notify(`Order ${number} is placed.`)
      await navigate({ to: '/w/$slug/orders/$id', params: { slug, id } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        await queryClient.invalidateQueries({ queryKey: ['console', slug, 'orders', 'price'] })
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

/** Confirms an order that was just placed, although it passes the credit limit. Where that fails, the order waits. */
function liftHold(slug: string, id: string) {
  const body = { status: 'confirmed', seen: 'new', liftCreditHold: true } as const
  return api.PATCH('/app-api/console/{slug}/orders/{id}', { params: { path: { slug, id } }, body })
}

/** The answer to an earlier try was lost, and the order has been changed since. */
function isOfEarlierTry(error: unknown): boolean {
  return error instanceof ApiError && error.issues.some(({ path }) => path === 'token')
}

function earlierTry(change: Placing['change']): ApiError {
  change({ token: uuid() })
  const message = 'An earlier attempt did place an order. Look at the newest order before you place this one, too.'
  return new ApiError(400, 'invalid_request', message)
}

type Delivery = PricedOrder['delivery']

/** Where and when a draft is wanted: what was chosen, else what is usual. */
export function wanted({ deliverTo, wantedOn }: DraftOrder, delivery: Delivery | undefined) {
  return {
    deliverTo: deliverTo ?? delivery?.usual.deliverTo ?? null,
    wantedOn: (wantedOn ?? delivery?.usual.wantedOn)?.trim() || null,
  }
}

type WhereAndWhenProps = {
  delivery: Delivery
  draft: DraftOrder
  change: (changes: Partial<DraftOrder>) => void
  fieldError: (path: string) => string | undefined
}

export function WhereAndWhen({ delivery, draft, change, fieldError }: WhereAndWhenProps) {
  const { deliverTo, wantedOn } = wanted(draft, delivery)
  const chosen = delivery.addresses.find(({ id }) => id === deliverTo)
  return (
    <Group align="flex-start" mt="md" grow>
      {delivery.addresses.length > 0 && (
        <Select
          label="Deliver to"
          description={chosen && streetInWords(chosen)}
          data={delivery.addresses.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={(id) => change({ deliverTo: id ?? undefined })}
          allowDeselect={false}
          error={fieldError('deliverTo')}
        />
      )}
      <DateInput
        label="Wanted on"
        description={delivery.orderBy ?? 'Blank: as soon as possible.'}
        value={draft.wantedOn ?? wantedOn ?? ''}
        onChange={(text) => change({ wantedOn: text })}
        error={fieldError('wantedOn')}
      />
    </Group>
  )
}

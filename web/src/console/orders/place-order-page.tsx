import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { v4 as uuid } from 'uuid'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { shortfallInWords } from '../../../../server/src/shared/minimum-order.ts'
import { api, ApiError } from '../../shared/api.ts'
import { ConfirmDialog, LeaveGuard } from '../../shared/form-dialog.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { notify, notifyFailure } from '../../shared/toasts.tsx'
import { showWrongField } from '../../shared/show-wrong-field.ts'
import { useSubmit } from '../../shared/form.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { CreditOfOrder } from './credit-of-order.tsx'
import { CustomerField } from './customer-field.tsx'
import { DraftLines } from './draft-lines.tsx'
import { useDraftOrder } from './draft-order.ts'
import type { Begun, DraftOrder } from './draft-order.ts'
import { LineEntry } from './line-entry.tsx'
import { Facts, NextStep, WhereAndWhen, usePricedOrder } from './order-summary.tsx'
import { PurchaseOrderPanel } from './purchase-order-panel.tsx'
import { refreshOrders, wanted } from './order-queries.ts'
import type { PricedOrder, PricedOrderLine } from './order-queries.ts'
import styles from './place-order.module.css'

const route = getRouteApi('/w/$slug/orders/new')

/** Places an order for a customer who is on the phone. What was typed is kept until it is placed. */
export function PlaceOrderPage() {
  const { slug, currency, reasonNot } = useWorkspace()
  const { draft, change, addLine, begin } = useDraftOrder()
  const [lifts, setLifts] = useState(false)
  const [isBelow, setIsBelow] = useState(false)
  const [hasChosen, setHasChosen] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const [isComparing, setIsComparing] = useState(false)
  const productField = useRef<HTMLInputElement>(null)
  const { pricedOrder, pricedLines, isComing, pricingError } = usePricedOrder(draft)
  const { submit, pending, fieldError, problem, before, reset } = usePlacing({
    draft,
    pricedLines,
    delivery: pricedOrder?.delivery,
    lifts: lifts && pricedOrder?.creditHold != null,
    isBelow: isBelow && pricedOrder?.shortfall != null,
    change,
    clear: begin,
  })
  const poRequired = pricedOrder?.customer.poRequired ?? false
  const poError = fieldError('poNumber')
  const blocked = draft.lines.some(({ sku }) => pricedLines.get(sku)?.problem)
  const isRefused = pricedOrder?.creditHold != null && pricedOrder.credit.policy === 'refuse'
  const isShort = pricedOrder?.shortfall != null && !isBelow
  const reason =
    reasonNot('orders') ?? reasonAgainstPlacing(draft, { isTyping, isComparing, isComing, blocked, isRefused, isShort })
  const hasLines = draft.lines.length > 0
  const chooseCustomer = (customer: DraftOrder['customer']) => {
    change({ customer, deliverTo: undefined, wantedOn: undefined })
    setIsReading(false)
    setIsComparing(false)
    setIsBelow(false)
    setHasChosen(true)
  }
  const place = () => void submit().then(showWrongField)
  const placeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (reason) notify(reason)
    else if (!pending) place()
  }
  const startAgain = () => {
    begin()
    setIsReading(false)
    setIsComparing(false)
    setIsTyping(false)
    setIsBelow(false)
  }
  return (
    <Page
      title="Place an order"
      crumbs={[{ label: 'Orders', link: { to: '/w/$slug/orders', params: { slug } } }]}
      actions={
        <Group gap="sm">
          <GuardedButton
            reason={!draft.customer && 'Choose the customer first.'}
            variant="default"
            onClick={() => setIsReading(true)}
          >
            Paste or upload
          </GuardedButton>
          {(draft.customer || hasLines) && (
            <Button variant="default" onClick={startAgain}>
              Start again
            </Button>
          )}
        </Group>
      }
    >
      <LeaveGuard when={hasLines || isComparing} {...(!isComparing && { kept: KEPT })} />
      <TakeOver draft={draft} begin={begin} />
      <div className={styles.columns} onKeyDownCapture={placeByKey}>
        <div className={styles.order}>
          <div className={styles.fields}>
            <CustomerField value={draft.customer} onChange={chooseCustomer} productField={productField} />
            {pricedOrder && <WhereAndWhen {...{ delivery: pricedOrder.delivery, draft, change, fieldError }} />}
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
              className={styles.note}
              label="Note"
              value={draft.note}
              onChange={(event) => change({ note: event.currentTarget.value })}
              autosize
              minRows={1}
              maxLength={ORDER_LIMITS.note}
            />
          </div>
          {isReading && draft.customer && (
            <PurchaseOrderPanel
              key={draft.customer.value}
              customer={draft.customer}
              what="order"
              lines={draft.lines}
              onTake={(lines, { poNumber, wantedOn }) =>
                change({ lines, ...(poNumber !== null && { poNumber }), ...(wantedOn !== null && { wantedOn }) })
              }
              onClose={() => {
                setIsReading(false)
                setIsComparing(false)
              }}
              onOpen={setIsComparing}
            />
          )}
          <LineEntry
            key={draft.token}
            customer={draft.customer}
            present={draft.lines.map(({ sku }) => sku)}
            onAdd={addLine}
            onTyping={setIsTyping}
            offersAtOnce={hasChosen}
            productField={productField}
          />
          {hasLines && (
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
        </div>
        <section aria-label="Summary" className={styles.summary}>
          {draft.customer && <Facts draft={draft} pricedOrder={pricedOrder} />}
          {pricedOrder && <CreditOfOrder pricedOrder={pricedOrder} lifts={lifts} onLift={setLifts} />}
          {pricedOrder?.shortfall && hasLines && (
            <Checkbox
              label="Place it below the minimum order"
              description={`${shortfallInWords(pricedOrder.shortfall, (minor) => formatMoney(minor, currency))}.`}
              checked={isBelow}
              onChange={(event) => setIsBelow(event.currentTarget.checked)}
            />
          )}
          <NextStep totals={hasLines ? pricedOrder : undefined} error={pricingError ?? problem()}>
            <GuardedButton
              reason={reason}
              loading={pending}
              aria-keyshortcuts="Control+Enter"
              title="Ctrl+Enter"
              onClick={place}
            >
              {before.size > 0 ? 'Place an order at the new prices' : 'Place an order'}
            </GuardedButton>
          </NextStep>
        </section>
      </div>
    </Page>
  )
}

const KEPT = {
  title: 'Leave this order?',
  text: 'It is not placed yet. What you typed stays in this browser, and “Place an order” goes on with it.',
}

type TakeOverProps = { draft: DraftOrder; begin: (begun: Begun) => void }

/** Begins what the address names. Another order that was begun is asked about first, and goes on if it is kept. */
function TakeOver({ draft, begin }: TakeOverProps) {
  const begun = route.useLoaderData()
  const navigate = route.useNavigate()
  const isSame = begun?.lines === undefined && begun?.customer.value === draft.customer?.value
  const isAsked = begun !== null && !isSame && draft.lines.length > 0
  useEffect(() => {
    if (begun === null || isAsked) return
    if (!isSame) begin(begun)
    void navigate({ search: {}, replace: true })
  }, [begun, isAsked, isSame, begin, navigate])
  if (!isAsked) return null
  const whose = draft.customer ? ` for ${draft.customer.label}` : ''
  return (
    <ConfirmDialog
      onClose={() => void navigate({ search: {}, replace: true })}
      title="Replace the order that was started?"
      effect={
        `An order with ${counted(draft.lines.length, 'line')}${whose} was started, and is not placed yet. ` +
        (begun.lines ? 'The lines of the other order replace it.' : `One for ${begun.customer.label} replaces it.`)
      }
      confirmLabel="Replace it"
      cancelLabel="Keep it"
      onConfirm={async () => begin(begun)}
    />
  )
}

function reasonAgainstPlacing(
  { customer, lines }: DraftOrder,
  {
    isTyping,
    isComparing,
    isComing,
    blocked,
    isRefused,
    isShort,
  }: Record<'isTyping' | 'isComparing' | 'isComing' | 'blocked' | 'isRefused' | 'isShort', boolean>,
) {
  if (!customer) return 'Choose the customer first.'
  if (isComparing) return 'Decide the lines of the customer’s own order first, or cancel that.'
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
      await navigate({ to: '/w/$slug/orders/$id', params: { slug, id }, ignoreBlocker: true })
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

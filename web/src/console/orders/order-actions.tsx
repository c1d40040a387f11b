import { Loader, Text, Textarea } from '@mantine/core'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataQuery } from '../../shared/api.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify, notifyFailure } from '../../shared/toasts.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { ActButton, MoreActions } from '../acts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { begunInWords, refreshQuotes } from '../quotes/quote-queries.ts'
import { orderQuery, refreshOrders } from './order-queries.ts'
import type { OrderForStaff } from './order-queries.ts'
import { formatMoney } from '../../shared/money.tsx'
import { creditInWords } from '../../../../server/src/shared/credit.ts'
import {
  ORDER_MOVES,
  statusInWords,
  CANCELLABLE,
  CHANGEABLE,
  DISPATCH_TAKEN_BACK,
  takenBackUntil,
} from '../../../../server/src/shared/order-steps.ts'
import type { OrderTransition, OrderStatus } from '../../../../server/src/shared/order-steps.ts'
import { ChangeLinesDialog } from './change-lines-dialog.tsx'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Problem } from '../../shared/problem.tsx'
import { useHasPassed } from '../../shared/relative-time.tsx'

const route = getRouteApi('/w/$slug/orders/$id')

/** The next step of an order as a button, its lines, and all else in a menu. What is not possible now says why. */
export function OrderActions({ order, tracking }: { order: OrderForStaff; tracking: string }) {
  const { slug, reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const move = useMove(order)
  const [isMoving, setMoving] = useState(false)
  const [lifting, setLifting] = useState<OrderTransition | null>(null)
  const back = useBackToConfirmed(order)
  const gone = order.contact === null ? 'The customer was deleted.' : null
  const again = {
    label: 'Order again',
    reason: reasonNot('orders') ?? gone,
    run: () => void navigate({ to: '/w/$slug/orders/new', params: { slug }, search: { order: order.id } }),
  }
  const quote = async () => {
    const body = { customer: order.customer.id, fromOrder: order.id }
    const { data } = await api.POST('/app-api/console/{slug}/quotes', { params: { path: { slug } }, body })
    void refreshQuotes(queryClient, slug)
    notify(begunInWords(`order ${order.number}`, data))
    await navigate({ to: '/w/$slug/quotes/$id', params: { slug, id: data.id } })
  }
  const take = async (step: OrderTransition, liftCreditHold = false) => {
    setMoving(true)
    await move(step.to, {
      ...(step.to === 'dispatched' && { tracking }),
      liftCreditHold,
    }).then(() => notify(`Order ${order.number} is ${statusInWords(step.to)}.`), notifyFailure)
    setMoving(false)
  }
  const openChange = () => changeSearch({ dialog: 'lines' }, { push: true })
  const changeReason = reasonNot('orders') ?? reasonAgainstChanging(order.status)
  const openCancel = () => changeSearch({ dialog: 'cancel' }, { push: true })
  const cancelReason = reasonNot('orders') ?? reasonAgainstCancelling(order.status)
  const step = ORDER_MOVES.find(({ from }) => from === order.status)
  return (
    <>
      <ActButton label="Change lines" reason={changeReason} variant="default" run={openChange} />
      {step && (
        <ActButton
          key={step.verb}
          label={step.verb}
          reason={reasonNot('orders')}
          loading={isMoving}
          run={() => (isHeld(order, step) ? setLifting(step) : void take(step))}
        />
      )}
      <MoreActions
        acts={[
          ...(back.act ? [back.act] : []),
          again,
          { label: 'Make a quote', reason: reasonNot('quotes') ?? gone, run: () => void quote().catch(notifyFailure) },
          { label: 'Print', reason: null, run: () => print() },
          { label: 'Cancel order', reason: cancelReason, run: openCancel },
        ]}
      />
      {lifting && order.creditHold && (
        <ConfirmDialog
          opened
          onClose={() => setLifting(null)}
          title={`Confirm order ${order.number}`}
          effect={`${creditInWords(order.creditHold, (minor) => formatMoney(minor, order.currency))}. Confirming releases the hold.`}
          confirmLabel="Confirm over the limit"
          onConfirm={() => take(lifting, true)}
        />
      )}
      {back.question}
      {dialog === 'lines' && changeReason === null && (
        <ChangeLinesDialog order={order} onClose={() => changeSearch({ dialog: undefined })} />
      )}
      <CancelDialog
        opened={dialog === 'cancel' && cancelReason === null}
        onClose={() => changeSearch({ dialog: undefined })}
        order={order}
      />
    </>
  )
}

/** Confirming it lifts the hold by the credit limit: that is said first. */
function isHeld({ creditHold }: OrderForStaff, { to }: OrderTransition): boolean {
  return creditHold !== null && to === 'confirmed'
}

function CancelDialog({ opened, onClose, order }: { opened: boolean; onClose: () => void; order: OrderForStaff }) {
  const move = useMove(order)
  const [reason, setReason] = useState('')
  const cancel = async () => {
    throwProblems({ note: reason.trim() === '' ? 'Say why: the history keeps it.' : undefined })
    await move('cancelled', { note: reason })
    notify(`Order ${order.number} is cancelled.`)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Cancel order ${order.number}`}
      submitLabel="Cancel order"
      cancelLabel="Keep it"
      color="red"
      onSubmit={cancel}
    >
      {(fieldError) => (
        <Textarea
          label="Reason"
          description="The customer can see it. A cancelled order stays cancelled."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={fieldError('note')}
          maxLength={ORDER_LIMITS.note}
          autosize
          minRows={2}
          required
        />
      )}
    </FormDialog>
  )
}

/** Moves the order from the status that is shown. If somebody was faster, the page shows what there is now. */
function useMove({ id, status }: OrderForStaff) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  return async (
    to: OrderStatus,
    { note, tracking, liftCreditHold }: { note?: string; tracking?: string; liftCreditHold?: boolean } = {},
  ) => {
    try {
      const { data } = await api.PATCH('/app-api/console/{slug}/orders/{id}', {
        params: { path: { slug, id } },
        body: {
          status: to,
          seen: status,
          ...(note && { note }),
          ...(tracking && { tracking }),
          ...(liftCreditHold && { liftCreditHold }),
        },
      })
      queryClient.setQueryData(orderQuery(slug, id).queryKey, data)
    } finally {
      void refreshOrders(queryClient, slug)
    }
  }
}

/** Why the lines of an order with this status cannot be changed now; null if they can. */
function reasonAgainstChanging(status: OrderStatus): string | null {
  return CHANGEABLE.includes(status) ? null : `The order is ${statusInWords(status)}: its lines stay as they are.`
}

/** Why an order with this status cannot be cancelled now; null if it can. */
function reasonAgainstCancelling(status: OrderStatus): string | null {
  if (CANCELLABLE.includes(status)) return null
  return status === 'cancelled'
    ? 'The order is cancelled already.'
    : `The order is ${statusInWords(status)}: it is too late to cancel it.`
}

const DIALOG = 'back'

/** Takes a dispatch back that was a mistake: while the order is dispatched, for an hour. */
function useBackToConfirmed(order: OrderForStaff) {
  const { reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const until = takenBackUntil(order.history)
  const isLate = useHasPassed(until?.getTime() ?? null)
  const reason = reasonNot('orders') ?? (isLate ? 'The order was dispatched more than an hour ago.' : null)
  const run = () => changeSearch({ dialog: DIALOG }, { push: true })
  return {
    act: until && { label: DISPATCH_TAKEN_BACK.verb, reason, run },
    question: until && dialog === DIALOG && reason === null && (
      <BackDialog order={order} onClose={() => changeSearch({ dialog: undefined })} />
    ),
  }
}

function BackDialog({ order: { id, number }, onClose }: { order: OrderForStaff; onClose: () => void }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const params = { path: { slug, id } }
  const { data, error } = useQuery(
    dataQuery(
      ['console', slug, 'orders', 'one', id, 'back'],
      '/app-api/console/{slug}/orders/{id}/back-to-confirmed',
      params,
      { gcTime: 0 },
    ),
  )
  const takeBack = async () => {
    try {
      const { data } = await api.POST('/app-api/console/{slug}/orders/{id}/back-to-confirmed', { params })
      queryClient.setQueryData(orderQuery(slug, id).queryKey, data)
      notify(`Order ${number} is confirmed again.`)
    } finally {
      void refreshOrders(queryClient, slug)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Order ${number}: back to confirmed`}
      effect={
        error ? (
          <Problem error={error} />
        ) : data ? (
          <Text>{effectOf(data.mails)}</Text>
        ) : (
          <Loader size="sm" aria-label="Checking who was notified" />
        )
      }
      confirmLabel={DISPATCH_TAKEN_BACK.verb}
      disabled={!data}
      onConfirm={takeBack}
    />
  )
}

function effectOf(mails: number): string {
  const told =
    mails === 0
      ? 'Nobody has been told by mail yet. A waiting mail is not sent.'
      : `${counted(mails, 'buyer was', 'buyers were')} told by mail: another mail will say that it is not on its way yet.`
  return `The order is confirmed again. ${told} The history keeps both steps.`
}

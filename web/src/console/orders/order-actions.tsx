import { Textarea, Loader, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { orderQuery, refreshOrders } from './order-queries.ts'
import type { OrderForStaff } from './order-queries.ts'
import { formatMoney } from '../../shared/money.tsx'
import { creditInWords } from '../../../../server/src/shared/credit.ts'
import {
  ORDER_MOVES,
  statusInWords,
  CANCELLABLE,
  CHANGEABLE,
  ORDER_STATUSES,
  ORDER_STEPS,
  DISPATCH_TAKEN_BACK,
  takenBackUntil,
} from '../../../../server/src/shared/order-steps.ts'
import type { OrderTransition, OrderStatus } from '../../../../server/src/shared/order-steps.ts'
import { ChangeLinesDialog } from './change-lines-dialog.tsx'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { BeginOrder } from './begin-order.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Problem } from '../../shared/problem.tsx'
import { useHasPassed } from '../../shared/use-has-passed.ts'

const route = getRouteApi('/w/$slug/orders/$id')

/** The steps of an order, as buttons. Those that are not possible now say why. */
export function OrderActions({ order, tracking }: { order: OrderForStaff; tracking: string }) {
  const { reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const move = useMove(order)
  const [moving, setMoving] = useState<string | null>(null)
  const [lifting, setLifting] = useState<OrderTransition | null>(null)
  const take = async (step: OrderTransition, liftCreditHold = false) => {
    setMoving(step.verb)
    await move(step.to, {
      ...(step.to === 'dispatched' && { tracking }),
      liftCreditHold,
    }).then(() => notify(`Order ${order.number} is ${statusInWords(step.to)}.`), notifyFailure)
    setMoving(null)
  }
  const openChange = () => changeSearch({ dialog: 'lines' }, { push: true })
  const changeReason = reasonNot('write') ?? reasonAgainstChanging(order.status)
  const openCancel = () => changeSearch({ dialog: 'cancel' }, { push: true })
  const steps = ORDER_MOVES.map((step) => ({ step, reason: reasonNot('write') ?? reasonAgainst(step, order.status) }))
  const cancelReason = reasonNot('write') ?? reasonAgainstCancelling(order.status)
  return (
    <>
      {steps.map(({ step, reason }) => (
        <ActButton
          key={step.verb}
          label={step.verb}
          reason={reason}
          variant={order.status === step.from ? 'filled' : 'default'}
          loading={moving === step.verb}
          run={() => (isHeld(order, step) ? setLifting(step) : void take(step))}
        />
      ))}
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
      <BackToConfirmed order={order} />
      <ActButton label="Change lines" reason={changeReason} variant="default" run={openChange} />
      <OrderAgain order={order} />
      <ActButton label="Cancel order" reason={cancelReason} variant="default" run={openCancel} />
      <ActButton label="Print" variant="default" leftSection={<IconPrinter size={16} />} run={() => print()} />
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

/** Opens "Place an order" with the customer and the lines of an order. */
function OrderAgain({ order }: { order: OrderForStaff }) {
  const { reasonNot } = useWorkspace()
  return (
    <BeginOrder
      label="Order again"
      dialog="again"
      customer={order.customer}
      lines={order.lines.map(({ sku, qty, price }) => ({ sku, qty, was: price.unit }))}
      reason={reasonNot('write') ?? (order.contact === null ? 'The customer was deleted.' : null)}
    />
  )
}

/** Why an order with this status cannot be moved so now; null if it can. */
function reasonAgainst({ from }: OrderTransition, status: OrderStatus): string | null {
  if (status === from) return null
  if (status === 'cancelled') return 'The order is cancelled: nothing comes after that.'
  const isAhead = ORDER_STATUSES.indexOf(status) < ORDER_STATUSES.indexOf(from)
  return isAhead ? `${ORDER_STEPS[from].verb} it first.` : `The order is ${statusInWords(status)} already.`
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

/** Takes a dispatch back that was a mistake. It is there while the order is dispatched, and works for an hour. */
function BackToConfirmed({ order }: { order: OrderForStaff }) {
  const { reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const until = takenBackUntil(order.history)
  const isLate = useHasPassed(until?.getTime() ?? null)
  if (!until) return null
  const reason = reasonNot('write') ?? (isLate ? 'The order was dispatched more than an hour ago.' : null)
  return (
    <>
      <ActButton
        label={DISPATCH_TAKEN_BACK.verb}
        reason={reason}
        variant="default"
        run={() => changeSearch({ dialog: DIALOG }, { push: true })}
      />
      {dialog === DIALOG && reason === null && (
        <BackDialog order={order} onClose={() => changeSearch({ dialog: undefined })} />
      )}
    </>
  )
}

function BackDialog({ order: { id, number }, onClose }: { order: OrderForStaff; onClose: () => void }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const params = { path: { slug, id } }
  const { data, error } = useQuery({
    queryKey: ['console', slug, 'orders', 'one', id, 'back'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/orders/{id}/back-to-confirmed', { params, signal })).data,
    gcTime: 0,
  })
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

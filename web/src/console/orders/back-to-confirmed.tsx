import { Loader, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { counted } from '../../../../server/src/shared/counted.ts'
import { DISPATCH_TAKEN_BACK, takenBackUntil } from '../../../../server/src/shared/order-steps.ts'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify } from '../../shared/toasts.ts'
import { useHasPassed } from '../../shared/use-has-passed.ts'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { orderQuery, refreshOrders } from './order-queries.ts'
import type { OrderForStaff } from './order-queries.ts'

const route = getRouteApi('/w/$slug/orders/$id')
const DIALOG = 'back'

/** Takes a dispatch back that was a mistake. It is there while the order is dispatched, and works for an hour. */
export function BackToConfirmed({ order }: { order: OrderForStaff }) {
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

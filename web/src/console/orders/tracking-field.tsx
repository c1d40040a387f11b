import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { trackingProblem } from '../../../../server/src/shared/tracking.ts'
import { api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { orderQuery, refreshOrders } from './order-queries.ts'
import type { OrderForStaff } from './order-queries.ts'

type Props = { order: OrderForStaff; tracking: string; onTracking: (tracking: string) => void }

/** Where the goods can be followed: typed before "Dispatch", which sends it along; saved by itself afterwards. */
export function TrackingField({ order, tracking, onTracking }: Props) {
  if (order.status === 'dispatched') return <SaveTracking key={order.tracking} order={order} />
  if (order.status !== 'confirmed') return null
  return (
    <TextInput
      mt="md"
      label="Tracking"
      description="A link or a number. “Dispatch” tells it to the buyer."
      value={tracking}
      onChange={(event) => onTracking(event.currentTarget.value)}
      error={trackingProblem(tracking.trim())}
      maxLength={ORDER_LIMITS.tracking}
      autoComplete="off"
    />
  )
}

function SaveTracking({ order }: { order: OrderForStaff }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(order.tracking ?? '')
  const params = { path: { slug, id: order.id } }
  const tracking = typed.trim()
  const save = async () => {
    throwProblems({ tracking: trackingProblem(tracking) })
    const body = tracking === '' ? {} : { tracking }
    const { data } = await api.PUT('/app-api/console/{slug}/orders/{id}/tracking', { params, body })
    queryClient.setQueryData(orderQuery(slug, order.id).queryKey, data)
    void refreshOrders(queryClient, slug)
    notify(tracking === '' ? 'Tracking removed.' : 'Tracking saved. The customer’s buyers are mailed as they wish.')
  }
  const unchanged = tracking === (order.tracking ?? '') && 'It is saved.'
  return (
    <SubmitForm onSubmit={save} disabled={reasonNot('write') !== null || unchanged !== false}>
      {(fieldError, pending) => (
        <>
          <TextInput
            mt="md"
            label="Tracking"
            description="A link or a number. The buyer is told when you save it."
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={fieldError('tracking')}
            maxLength={ORDER_LIMITS.tracking}
            autoComplete="off"
          />
          <div>
            <GuardedButton
              reason={reasonNot('write') ?? unchanged}
              type="submit"
              variant="default"
              size="xs"
              loading={pending}
            >
              Save tracking
            </GuardedButton>
          </div>
        </>
      )}
    </SubmitForm>
  )
}

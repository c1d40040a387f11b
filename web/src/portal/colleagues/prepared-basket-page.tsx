import { Group, Textarea } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { formatDateTime } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { Page } from '../../shared/page.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify } from '../../shared/toasts.ts'
import { OrderForm } from '../basket/order-form.tsx'
import type { Placing } from '../basket/order-form.tsx'
import { portalQuery, usePortal } from '../portal-context.tsx'
import { preparedBasketQuery, preparedBasketsQuery } from './colleague-queries.ts'
import { ORDER_LIMITS } from '../../../../server/src/rules/limits.ts'

const route = getRouteApi('/t/$slug/colleagues/$id')

/** The basket of a colleague who has asked for an order: order it, or send it back. */
export function PreparedBasketPage() {
  const { slug, timezone } = usePortal()
  const { id } = route.useParams()
  const { data } = useSuspenseQuery(preparedBasketQuery(slug, id))
  const { preparedBy, basket } = data
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const settled = () => {
    void queryClient.invalidateQueries(portalQuery(slug))
    void queryClient.invalidateQueries({ ...preparedBasketsQuery(slug), exact: true })
  }
  return (
    <Page
      title={`Basket of ${preparedBy}`}
      description={basket.askedAt && `Asked ${formatDateTime(basket.askedAt, timezone)}`}
      crumbs={[{ label: 'Colleagues', link: { to: '/t/$slug/colleagues', params: { slug } } }]}
    >
      <OrderForm
        basket={basket}
        isFixed
        place={async (body) => {
          const path = { slug, buyerId: id }
          const placed = await api.POST('/app-api/portal/{slug}/prepared-baskets/{buyerId}/order', {
            params: { path },
            body,
          })
          settled()
          await navigate({ to: '/t/$slug/orders/$id', params: { slug, id: placed.data.id } })
        }}
        onStale={() => queryClient.invalidateQueries(preparedBasketQuery(slug, id))}
        actions={(placing) => <Actions id={id} placing={placing} onSentBack={settled} />}
      />
    </Page>
  )
}

function Actions({ id, placing, onSentBack }: { id: string; placing: Placing; onSentBack: () => void }) {
  const { slug, reasonNotToOrder, me } = usePortal()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const navigate = useNavigate()
  const [note, setNote] = useState('')
  const reason = reasonNotToOrder ?? (me.mayOrder ? null : 'Only somebody who may order can do this.')
  const cannot = placing.reason && 'Lines cannot be ordered as they are: send the basket back.'
  const sendBack = async () => {
    await api.POST('/app-api/portal/{slug}/prepared-baskets/{buyerId}/send-back', {
      params: { path: { slug, buyerId: id } },
      body: { note: note.trim() || null },
    })
    notify('The basket is sent back.')
    onSentBack()
    await navigate({ to: '/t/$slug/colleagues', params: { slug } })
  }
  return (
    <Group justify="flex-end">
      <GuardedButton
        reason={reason}
        variant="default"
        onClick={() => changeSearch({ dialog: 'send-back' }, { push: true })}
      >
        Send back
      </GuardedButton>
      <GuardedButton reason={reason ?? cannot} loading={placing.pending} onClick={placing.submit}>
        {placing.label}
      </GuardedButton>
      <FormDialog
        opened={dialog === 'send-back'}
        onClose={() => changeSearch({ dialog: undefined })}
        title="Send back"
        onSubmit={sendBack}
      >
        <Textarea
          label="Note"
          description="What is to be changed."
          value={note}
          maxLength={ORDER_LIMITS.note}
          autosize
          minRows={2}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </FormDialog>
    </Group>
  )
}

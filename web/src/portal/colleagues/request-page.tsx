import { Alert, Group, Text, Textarea } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify } from '../../shared/toasts.tsx'
import { OrderForm } from '../basket/order-form.tsx'
import type { Placing } from '../basket/order-form.tsx'
import { TakeBack } from '../basket/own-requests.tsx'
import { PageBar } from '../../shared/page-bar.tsx'
import { portalQuery, usePortal } from '../portal-context.tsx'
import { requestQuery, useRequestsChanged } from '../queries.ts'
import type { RequestWithLines } from '../queries.ts'
import styles from './colleagues.module.css'
import { sentBackInWords } from './colleagues-page.tsx'
import { isWithinLimit, limitInWords } from '../../../../server/src/shared/order-quantity.ts'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'

const route = getRouteApi('/t/$slug/colleagues/$id')

/** A request for approval: a colleague approves it or sends it back, and who made it takes it back. */
export function RequestPage() {
  const { slug, timezone } = usePortal()
  const { id } = route.useParams()
  const { data: request } = useSuspenseQuery(requestQuery(slug, id))
  const { name, isOwn, askedAt, sentBack, basket } = request
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const changed = useRequestsChanged()
  return (
    <Page
      title={isOwn ? 'Your request' : `Basket of ${name}`}
      description={`Asked ${formatDateTime(askedAt, timezone)}`}
      crumbs={[
        isOwn
          ? { label: 'Basket', link: { to: '/t/$slug/basket', params: { slug } } }
          : { label: 'Colleagues', link: { to: '/t/$slug/colleagues', params: { slug } } },
      ]}
    >
      {isOwn && (
        <Alert
          mb="md"
          {...(sentBack && { color: 'yellow' })}
          title={sentBack ? sentBackInWords(sentBack) : 'Your colleagues are asked to approve this order'}
        >
          Take it back to change it: your basket then has these lines, too.
        </Alert>
      )}
      <OrderForm
        basket={basket}
        isFixed
        canWrite={!isOwn}
        verb="Approve"
        place={async (body) => {
          const params = { path: { slug, id } }
          const placed = await api.POST('/app-api/portal/{slug}/approval-requests/{id}/order', { params, body })
          changed()
          await navigate({ to: '/t/$slug/orders/$id', params: { slug, id: placed.data.id } })
        }}
        onStale={async () => {
          await queryClient.invalidateQueries(portalQuery(slug))
          await queryClient.invalidateQueries(requestQuery(slug, id))
        }}
        actions={(placing) => (isOwn ? <OwnActions request={request} /> : <Actions {...{ request, placing }} />)}
      />
    </Page>
  )
}

function OwnActions({ request: { id } }: { request: RequestWithLines }) {
  const { slug, reasonNotToOrder } = usePortal()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const navigate = useNavigate()
  const changed = useRequestsChanged()
  const toBasket = () => navigate({ to: '/t/$slug/basket', params: { slug } })
  return (
    <Group justify="flex-end">
      <GuardedButton
        reason={reasonNotToOrder}
        variant="subtle"
        color="red"
        onClick={() => changeSearch({ dialog: 'remove' }, { push: true })}
      >
        Remove
      </GuardedButton>
      <TakeBack id={id} onDone={toBasket} />
      <ConfirmDialog
        opened={dialog === 'remove'}
        onClose={() => changeSearch({ dialog: undefined })}
        title="Remove request"
        effect="Nobody is asked any more, and its lines are not kept."
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          await api.DELETE('/app-api/portal/{slug}/approval-requests/{id}', { params: { path: { slug, id } } })
          changed()
          notify('The request was removed.')
          await toBasket()
        }}
      />
    </Group>
  )
}

/** What is decided, in sight all the time: a long basket need not be scrolled to be approved. */
function Actions({ request, placing }: { request: RequestWithLines; placing: Placing }) {
  const { slug, currency, taxLabel, reasonNotToOrder, me } = usePortal()
  const { id, basket, subtotal: askedSubtotal } = request
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const navigate = useNavigate()
  const changed = useRequestsChanged()
  const [note, setNote] = useState('')
  const limit = `You may order ${limitInWords(me.orderLimit, (minor) => formatMoney(minor, currency))}.`
  const reasonNotTo = (subtotal: number) => reasonNotToOrder ?? (isWithinLimit(me.orderLimit, subtotal) ? null : limit)
  const sendBack = async () => {
    await api.POST('/app-api/portal/{slug}/approval-requests/{id}/send-back', {
      params: { path: { slug, id } },
      body: { note: note.trim() || null },
    })
    notify('The basket was sent back.')
    changed()
    await navigate({ to: '/t/$slug/colleagues', params: { slug } })
  }
  return (
    <PageBar>
      <Problem error={placing.problem} />
      <Group gap="xs">
        <GuardedButton
          reason={reasonNotTo(basket.subtotal) ?? placing.reason}
          loading={placing.pending}
          onClick={placing.submit}
        >
          {placing.label}
        </GuardedButton>
        <GuardedButton
          reason={reasonNotTo(askedSubtotal)}
          variant="default"
          onClick={() => changeSearch({ dialog: 'send-back' }, { push: true })}
        >
          Send back
        </GuardedButton>
        <Text className={`figures ${styles.sum}`}>
          <strong>{formatMoney(basket.subtotal, currency)}</strong> {taxLabel}
        </Text>
      </Group>
      <FormDialog
        opened={dialog === 'send-back'}
        onClose={() => changeSearch({ dialog: undefined })}
        title="Send back"
        onSubmit={sendBack}
      >
        <Textarea
          label="Note"
          description="What should change?"
          value={note}
          maxLength={ORDER_LIMITS.note}
          autosize
          minRows={2}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </FormDialog>
    </PageBar>
  )
}

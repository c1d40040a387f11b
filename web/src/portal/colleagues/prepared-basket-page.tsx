import { Group, Text, Textarea } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { formatDateTime } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify } from '../../shared/toasts.ts'
import type { Basket } from '../basket/basket-queries.ts'
import { OrderForm } from '../basket/order-form.tsx'
import type { Placing } from '../basket/order-form.tsx'
import { PageBar } from '../page-bar.tsx'
import { portalQuery, usePortal } from '../portal-context.tsx'
import { preparedBasketQuery, preparedBasketsQuery } from './colleague-queries.ts'
import { isWithinLimit, limitInWords } from '../../../../server/src/rules/order-limit.ts'
import { ORDER_LIMITS } from '../../../../server/src/rules/limits.ts'

const route = getRouteApi('/t/$slug/colleagues/$id')

/** The basket of a colleague who has asked for approval: approve it, or send it back. */
export function PreparedBasketPage() {
  const { slug, timezone } = usePortal()
  const { id } = route.useParams()
  const { data } = useSuspenseQuery(preparedBasketQuery(slug, id))
  const { preparedBy, askedSubtotal, basket } = data
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
        verb="Approve"
        place={async (body) => {
          const path = { slug, buyerId: id }
          const placed = await api.POST('/app-api/portal/{slug}/prepared-baskets/{buyerId}/order', {
            params: { path },
            body,
          })
          settled()
          await navigate({ to: '/t/$slug/orders/$id', params: { slug, id: placed.data.id } })
        }}
        onStale={async () => {
          await queryClient.invalidateQueries(portalQuery(slug))
          await queryClient.invalidateQueries(preparedBasketQuery(slug, id))
        }}
        actions={(placing) => <Actions {...{ id, basket, askedSubtotal, placing }} onSentBack={settled} />}
      />
    </Page>
  )
}

type ActionsProps = {
  id: string
  basket: Basket
  askedSubtotal: number
  placing: Placing
  onSentBack: () => void
}

/** What is decided, in sight all the time: a long basket need not be scrolled to be approved. */
function Actions({ id, basket, askedSubtotal, placing, onSentBack }: ActionsProps) {
  const { slug, currency, taxLabel, reasonNotToOrder, me } = usePortal()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const navigate = useNavigate()
  const [note, setNote] = useState('')
  const limit = `You may order ${limitInWords(me.orderLimit, (minor) => formatMoney(minor, currency))}.`
  const reasonNotTo = (subtotal: number) => reasonNotToOrder ?? (isWithinLimit(me.orderLimit, subtotal) ? null : limit)
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
    <PageBar>
      <Problem error={placing.problem} />
      <Group gap="sm" wrap="nowrap">
        <GuardedButton
          reason={reasonNotTo(basket.subtotal) ?? cannot}
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
        <Text className="figures" lh={1.2}>
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
          description="What is to be changed."
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

import { Alert, Group, Text, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { totalLines } from '../../../../server/src/shared/tax.ts'
import { PageBar } from '../../shared/page-bar.tsx'
import formStyles from './order-form.module.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { ApiError, Trouble, api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { Empty, LiveRegion } from '../../shared/empty.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify, notifyWithUndo } from '../../shared/toasts.tsx'
import { useRequestsChanged, listsQuery } from '../queries.ts'
import { portalQuery, usePortal } from '../portal-context.tsx'
import { useSessionValue } from '../use-session-value.ts'
import { basketQuery, EMPTY_BASKET, useSetBasket, saveBasketChanges, useBasketChange } from './basket-queries.ts'
import type { Basket } from './basket-queries.ts'
import { OrderForm } from './order-form.tsx'
import type { OrderTexts } from './order-fields.tsx'
import type { Placing } from './order-form.tsx'
import { OwnRequests } from './own-requests.tsx'
import { isWithinLimit } from '../../../../server/src/shared/order-quantity.ts'
import { ListDialog } from '../lists/list-dialog.tsx'

const route = getRouteApi('/t/$slug/basket')

/** What is about to be ordered. */
export function BasketPage() {
  const { slug } = usePortal()
  const { data: basket, error, refetch } = useQuery(basketQuery(slug))
  return (
    <Page title="Basket">
      <Problem error={error} retry={() => void refetch()} />
      <OwnRequests />
      <LiveRegion>
        {basket?.lines.length === 0 && (
          <Empty
            title="The basket is empty"
            action={
              <ButtonLink to="/t/$slug" params={{ slug }} variant="default">
                Browse the catalogue
              </ButtonLink>
            }
          >
            Add products from the catalogue, by quick order, or from a saved list.
          </Empty>
        )}
      </LiveRegion>
      {basket && basket.lines.length > 0 && <FullBasket key={basket.token} basket={basket} />}
    </Page>
  )
}

function FullBasket({ basket }: { basket: Basket }) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const setBasket = useSetBasket()
  const navigate = useNavigate()
  const keep = useKeepTexts()
  const requestsChanged = useRequestsChanged()
  const { hash } = useLocation()
  // Who comes to order lines that were just checked goes on by keyboard: the number first, where it has to be written.
  useEffect(() => {
    if (hash === 'order') document.querySelector<HTMLElement>('main input[required], [data-place-order]')?.focus()
  }, [hash])
  return (
    <OrderForm
      basket={basket}
      place={async (body) => {
        const { data } = await api
          .POST('/app-api/portal/{slug}/basket/order', { params: { path: { slug } }, body })
          .catch(sayUnknown)
        setBasket(EMPTY_BASKET)
        // The first order brings its buyer the page of what is usual.
        void queryClient.invalidateQueries(portalQuery(slug))
        // Back leads to where the basket was opened, not to an empty one.
        await navigate({ to: '/t/$slug/orders/$id/sent', params: { slug, id: data.id }, replace: true })
      }}
      ask={async () => {
        await saveBasketChanges()
        const body = { token: basket.token ?? '' }
        const asking = api.POST('/app-api/portal/{slug}/approval-requests', { params: { path: { slug } }, body })
        setBasket((await asking).data)
        requestsChanged()
        notify('Your colleagues were asked.')
      }}
      saved={async () => {
        await saveBasketChanges()
        return queryClient.getQueryData(basketQuery(slug).queryKey) ?? basket
      }}
      onStale={async () => {
        await queryClient.invalidateQueries(portalQuery(slug))
        await queryClient.invalidateQueries(basketQuery(slug))
      }}
      keep={keep}
      actions={(placing) => <Actions basket={basket} placing={placing} />}
    />
  )
}

/** An order without an answer may have arrived. It has a token: repeated, it is placed once. */
function sayUnknown(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'offline') throw error
  throw new Trouble(
    'There was no answer, so this may or may not be ordered. Place the order again when the connection is ' +
      'back: it is placed only once.',
  )
}

function Actions({ basket, placing }: { basket: Basket; placing: Placing }) {
  const { reasonNotToOrder, me, currency, taxLabel } = usePortal()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const mayOrder = isWithinLimit(me.orderLimit, basket.subtotal)
  const reason = reasonNotToOrder ?? placing.reason
  const sum = totalLines(basket, taxLabel).at(-1)!
  const place = (
    <GuardedButton
      data-place-order
      reason={reason ?? (mayOrder ? null : 'Ask a colleague for approval.')}
      variant={mayOrder ? 'filled' : 'default'}
      loading={placing.pending}
      onClick={placing.submit}
    >
      {placing.label}
    </GuardedButton>
  )
  return (
    <>
      {!mayOrder && (
        <Alert title="This order needs an approval">
          {me.orderLimit === 0
            ? 'You prepare orders.'
            : `You may order up to ${formatMoney(me.orderLimit, currency)} ${taxLabel}.`}{' '}
          Ask for approval: the colleagues who may order that much are asked by mail.
        </Alert>
      )}
      <Group gap="xs">
        <EmptyBasket reason={reasonNotToOrder} />
        <GuardedButton
          reason={reasonNotToOrder}
          variant="default"
          onClick={() => changeSearch({ dialog: 'save' }, { push: true })}
        >
          Save as list
        </GuardedButton>
        <AskForQuote token={basket.token!} />
        {!mayOrder && place}
        <SaveAsList opened={dialog === 'save'} onClose={() => changeSearch({ dialog: undefined })} />
      </Group>
      <NextStep>
        <Problem error={placing.problem} />
        <Group gap="sm" wrap="nowrap">
          {mayOrder ? (
            place
          ) : (
            <GuardedButton reason={reason} loading={placing.ask.pending} onClick={placing.ask.submit}>
              Ask for approval
            </GuardedButton>
          )}
          <Text className="figures">
            <strong>{formatMoney(sum.amount, currency)}</strong>{' '}
            {sum.label.replace(/^Total |^Subtotal \((.*)\)$/, '$1')}
          </Text>
        </Group>
      </NextStep>
    </>
  )
}

/** Asks the wholesaler for prices of what is in the basket, which stays. */
function AskForQuote({ token: basketToken }: { token: string }) {
  const { slug, reasonNotToOrder } = usePortal()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [note, setNote] = useSessionValue(`quote-note ${basketToken}`, '')
  const [token, setToken] = useState(() => uuid())
  const ask = async () => {
    await saveBasketChanges()
    const body = { token, ...(note.trim() && { note: note.trim() }) }
    const { data } = await api.POST('/app-api/portal/{slug}/quotes', { params: { path: { slug } }, body })
    setToken(uuid())
    setNote('')
    await queryClient.invalidateQueries({ queryKey: ['portal', slug, 'quotes'] })
    notify(`Quote ${data.number} was asked for.`)
    await navigate({ to: '/t/$slug/quotes/$id', params: { slug, id: data.id } })
  }
  return (
    <>
      <GuardedButton
        reason={reasonNotToOrder}
        variant="default"
        onClick={() => changeSearch({ dialog: 'quote' }, { push: true })}
      >
        Ask for a quote
      </GuardedButton>
      <FormDialog
        opened={dialog === 'quote'}
        onClose={() => changeSearch({ dialog: undefined })}
        title="Ask for a quote"
        onSubmit={ask}
      >
        {(fieldError) => (
          <>
            <Text>Your wholesaler prices these lines, and you get a mail. The basket stays as it is.</Text>
            <Textarea
              label="Note"
              description="What the prices are for, for example."
              value={note}
              maxLength={ORDER_LIMITS.note}
              autosize
              minRows={2}
              error={fieldError('note')}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </>
        )}
      </FormDialog>
    </>
  )
}

/** The total and what comes next, in sight all the time: at the end of the summary, or else at the edge of the screen. */
function NextStep({ children }: { children: ReactNode }) {
  const isBeside = useMediaQuery('screen and (min-width: 75em)', false, { getInitialValueInEffect: false })
  return isBeside ? <div className={formStyles.next}>{children}</div> : <PageBar>{children}</PageBar>
}

/** Takes all lines out, and offers to put them back. */
function EmptyBasket({ reason }: { reason: string | null }) {
  const { slug } = usePortal()
  const setBasket = useSetBasket()
  const params = { path: { slug } }
  const empty = useBasketChange(async () => {
    setBasket((await api.DELETE('/app-api/portal/{slug}/basket/lines', { params })).data)
    notifyWithUndo('The basket is empty.', async () => {
      setBasket((await api.POST('/app-api/portal/{slug}/basket/refill', { params })).data)
      return 'The basket is as it was.'
    })
  })
  return (
    <>
      <Problem error={empty.problem()} />
      <GuardedButton
        reason={reason}
        variant="subtle"
        color="gray"
        loading={empty.pending}
        onClick={() => void empty.submit()}
      >
        Empty basket
      </GuardedButton>
    </>
  )
}

/** Keeps the texts on the server, for other browsers; the order itself sends them again. */
function useKeepTexts() {
  const { slug, takesOrders } = usePortal()
  const setBasket = useSetBasket()
  return async ({ poNumber, note, deliverTo, wantedOn }: OrderTexts) => {
    if (!takesOrders) return
    const body = {
      poNumber: poNumber.trim() || null,
      note: note.trim() || null,
      deliverTo,
      wantedOn: wantedOn.trim() || null,
    }
    setBasket((await api.PUT('/app-api/portal/{slug}/basket', { params: { path: { slug } }, body })).data)
  }
}

/** Keeps the basket as a list. */
function SaveAsList(dialog: { opened: boolean; onClose: () => void }) {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  const save = async (list: { name: string; shared: boolean }) => {
    await saveBasketChanges()
    await api.POST('/app-api/portal/{slug}/lists', { params: { path: { slug } }, body: list })
    notify(`Saved as “${list.name}”.`)
    await queryClient.invalidateQueries(listsQuery(slug))
  }
  return <ListDialog {...dialog} title="Save as list" onSave={save} />
}

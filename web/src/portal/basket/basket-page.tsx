import { Alert, Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api } from '../../shared/api.ts'
import { DisabledReason } from '../../shared/disabled-reason.tsx'
import { Empty } from '../../shared/empty.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { throwProblems, useSubmit } from '../../shared/use-submit.ts'
import { usePortal } from '../portal-context.tsx'
import { BasketLines } from './basket-lines.tsx'
import { basketQuery, useSetBasket } from './basket-queries.ts'
import type { Basket } from './basket-queries.ts'
import { SaveAsList } from './save-as-list.tsx'

/** What is about to be ordered. */
export function BasketPage() {
  const { slug } = usePortal()
  const { data: basket, error, refetch } = useQuery(basketQuery(slug))
  return (
    <Page title="Basket">
      <Problem error={error} retry={() => void refetch()} />
      {basket?.lines.length === 0 && (
        <Empty title="The basket is empty">
          Add products from the catalogue, by quick order, or from a saved list.
        </Empty>
      )}
      {basket && basket.lines.length > 0 && <FullBasket key={basket.token} basket={basket} />}
    </Page>
  )
}

function FullBasket({ basket }: { basket: Basket }) {
  const { currency, taxLabel, settings, customer } = usePortal()
  const [poNumber, setPoNumber] = useState(basket.poNumber ?? '')
  const [note, setNote] = useState(basket.note ?? '')
  const keep = useKeepTexts()
  const place = usePlaceOrder(basket, { poNumber, note })
  const fieldError = place.fieldError('poNumber')
  const lineProblems = basket.lines.map((_, position) => place.fieldError(`lines.${position}`))
  const noteError = place.fieldError('note')
  return (
    <>
      <BasketLines basket={basket} problems={lineProblems} />
      <Group justify="flex-end" my="md" gap="xs">
        <Text>
          Subtotal ({taxLabel}): <strong className="figures">{formatMoney(basket.subtotal, currency)}</strong>
        </Text>
      </Group>
      <Group align="flex-start" gap="md" mb="md">
        <TextInput
          label="PO number"
          required={customer.poRequired}
          withAsterisk={customer.poRequired}
          value={poNumber}
          maxLength={60}
          error={fieldError}
          onChange={(event) => setPoNumber(event.currentTarget.value)}
          onBlur={() => keep({ poNumber, note })}
        />
        {settings.allowNotes && (
          <Textarea
            label="Note"
            value={note}
            maxLength={2000}
            autosize
            minRows={1}
            flex="1 1 16rem"
            error={noteError}
            onChange={(event) => setNote(event.currentTarget.value)}
            onBlur={() => keep({ poNumber, note })}
          />
        )}
      </Group>
      {basket.isChanged && (
        <Alert color="yellow" mb="md" title="Prices have changed">
          Look at the lines that are marked, then place the order at the new prices.
        </Alert>
      )}
      <Problem error={place.problem()} />
      <Actions basket={basket} pending={place.pending} onPlace={() => void place.submit()} />
    </>
  )
}

type ActionsProps = { basket: Basket; pending: boolean; onPlace: () => void }

function Actions({ basket, pending, onPlace }: ActionsProps) {
  const { reasonNotToOrder, me } = usePortal()
  const { dialog } = useSearch({ strict: false }) as { dialog?: string }
  const changeSearch = useChangeSearch()
  const cannot = basket.lines.some(({ problem }) => problem !== null)
  const reason =
    reasonNotToOrder ??
    (me.mayOrder ? null : 'You may prepare orders: save the basket as a list, and a colleague orders it.') ??
    (cannot ? 'Mend or remove the lines that cannot be ordered first.' : null)
  return (
    <Group justify="flex-end">
      <DisabledReason reason={reasonNotToOrder}>
        <Button variant="default" onClick={() => changeSearch({ dialog: 'save' }, { push: true })}>
          Save as list
        </Button>
      </DisabledReason>
      <DisabledReason reason={reason}>
        <Button loading={pending} onClick={onPlace}>
          {basket.isChanged ? 'Place at the new prices' : 'Place order'}
        </Button>
      </DisabledReason>
      <SaveAsList opened={dialog === 'save'} onClose={() => changeSearch({ dialog: undefined })} />
    </Group>
  )
}

/** Keeps the texts on the server, for other browsers; the order itself sends them again. */
function useKeepTexts() {
  const { slug, takesOrders } = usePortal()
  return ({ poNumber, note }: { poNumber: string; note: string }) => {
    if (!takesOrders) return
    const body = { poNumber: poNumber.trim() || null, note: note.trim() || null }
    // Whatever fails here is said when the order is placed.
    api.PUT('/app-api/portal/{slug}/basket', { params: { path: { slug } }, body }).catch(() => {})
  }
}

/** Places the order as it is shown. Where basket or prices are not as they were, they are shown anew. */
function usePlaceOrder(basket: Basket, { poNumber, note }: { poNumber: string; note: string }) {
  const { slug, settings, customer } = usePortal()
  const queryClient = useQueryClient()
  const setBasket = useSetBasket()
  const navigate = useNavigate()
  return useSubmit(async () => {
    throwProblems({
      poNumber: customer.poRequired && poNumber.trim() === '' ? 'Write your purchase order number.' : undefined,
    })
    const lines = basket.lines.map(({ productId, qty, price }) => ({ productId, qty, unit: price?.unit ?? 0 }))
    try {
      const { data } = await api.POST('/app-api/portal/{slug}/basket/order', {
        params: { path: { slug } },
        body: {
          token: basket.token ?? '',
          lines,
          ...(poNumber.trim() && { poNumber: poNumber.trim() }),
          ...(settings.allowNotes && note.trim() && { note: note.trim() }),
        },
      })
      const { id } = data!.data
      setBasket({ token: null, lines: [], subtotal: 0, isChanged: false, poNumber: null, note: null })
      await navigate({ to: '/t/$slug/orders/$id', params: { slug, id } } as never)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await queryClient.invalidateQueries(basketQuery(slug))
      throw error
    }
  })
}

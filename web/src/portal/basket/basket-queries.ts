import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { v4 as uuid } from 'uuid'
import { ApiError, api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { notify } from '../../shared/toasts.tsx'
import { usePortal } from '../portal-context.tsx'

export type Basket = components['schemas']['Basket']
export type BasketLine = Basket['lines'][number]
type Added = components['schemas']['AddedToBasket']

/** What is left of a basket that was ordered. */
export const EMPTY_BASKET: Basket = {
  token: null,
  lines: [],
  subtotal: 0,
  taxRateBp: null,
  tax: null,
  total: null,
  terms: null,
  creditHold: null,
  creditPolicy: 'nothing',
  shortfall: null,
  isChanged: false,
  poNumber: null,
  costCentre: null,
  note: null,
  deliverTo: null,
  wantedOn: null,
  wantedProblem: null,
  delivery: {
    addresses: [],
    firstDays: [],
    orderBy: null,
    usual: { deliverTo: null, wantedOn: null },
    mayChange: false,
  },
}

/** The buyer's basket, which is the same in every browser. */
export function basketQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'basket'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/basket', { params: { path: { slug } }, signal })).data,
  })
}

/** Keeps the basket that an answer brought. */
export function useSetBasket(): (basket: Basket) => void {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  return (basket) => {
    void queryClient.cancelQueries(basketQuery(slug))
    queryClient.setQueryData(basketQuery(slug).queryKey, basket)
  }
}

/** Keys of additions that got no answer, by their lines. With the same key, the service adds them once. */
const unanswered = new Map<string, string>()

/** Adds lines to the basket, and says what was added and what was not. */
export function useAddToBasket(): (lines: { sku: string; qty: number }[]) => Promise<Added> {
  const { slug } = usePortal()
  const setBasket = useSetBasket()
  const sayAdded = useSayAdded()
  return async (lines) => {
    const what = JSON.stringify(lines)
    const key = unanswered.get(what) ?? uuid()
    const sending = api.POST('/app-api/portal/{slug}/basket/lines', {
      params: { path: { slug } },
      body: { lines, key },
    })
    const { data } = await sending.catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'offline') unanswered.set(what, key)
      throw error
    })
    unanswered.delete(what)
    setBasket(data.basket)
    sayAdded(data)
    if (data.added + data.left.length === 0) notify('It had been added already, and is in the basket once.')
    return data
  }
}

/** Says what was added to the basket, with the way there, and what was not. */
export function useSayAdded(): (added: Added) => void {
  const { slug } = usePortal()
  const navigate = useNavigate()
  const action = {
    label: 'View basket',
    run: () => void navigate({ to: '/t/$slug/basket', params: { slug } }),
    opens: `/t/${slug}/basket`,
  }
  return ({ added, left }) => {
    if (added > 0) notify(added === 1 ? 'Added to the basket.' : `${added} lines added to the basket.`, { action })
    if (left.length > 0) {
      const named = left.slice(0, 5).map(({ reason }) => reason)
      notify(`Not added: ${named.join(' ')}${left.length > 5 ? ` And ${left.length - 5} more.` : ''}`, { failed: true })
    }
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { v4 as uuid } from 'uuid'
import { ApiError, api, Trouble, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { useSubmit } from '../../shared/form.tsx'
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
  return dataQuery(['portal', slug, 'basket'], '/app-api/portal/{slug}/basket', { path: { slug } })
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

/** Of each part of the page: begins the change that it waits with, if any, and resolves to whether it is done. */
const changes = new Set<() => Promise<boolean> | undefined>()

let last: Promise<unknown> = Promise.resolve()

/**
 * A change of the basket. Changes run one after the other, so that the answer to the last one has them all.
 * `isWaiting`: something is typed and not saved yet. `submit` resolves to whether it is done.
 */
export function useBasketChange(act: () => Promise<unknown>, isWaiting = false) {
  const { submit: begin, ...submitting } = useSubmit(() => {
    const done = last.then(act)
    last = done.catch(() => {})
    return done
  })
  const running = useRef<Promise<boolean>>(undefined)
  const submit = () => (running.current ??= begin().finally(() => (running.current = undefined)))
  const join = useRef<() => Promise<boolean> | undefined>(undefined)
  useEffect(() => {
    join.current = () => running.current ?? (isWaiting ? submit() : undefined)
  })
  useEffect(() => {
    const joined = () => join.current?.()
    changes.add(joined)
    return () => void changes.delete(joined)
  }, [])
  return { ...submitting, submit }
}

/** Saves what is typed; null is what is saved already. What is typed while a save is on its way is saved after it. */
export function useBasketSave(typed: string | null, save: (typed: string) => Promise<unknown>) {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  return useBasketChange(async () => {
    let saved: string | null = null
    while (latest.current !== null && latest.current !== saved) {
      saved = latest.current
      await save(saved)
    }
  }, typed !== null)
}

/** Saves all that is typed into the basket. Throws where something of it cannot be saved. */
export async function saveBasketChanges(): Promise<void> {
  const done = await Promise.all([...changes].map((join) => join()))
  if (done.includes(false)) throw new Trouble('Something in the basket is not saved yet: first correct what is marked.')
}

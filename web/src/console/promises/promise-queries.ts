import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PROMISE_STATES } from '../../../../server/src/rules/promise-state.ts'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LIVE_MS } from '../../shared/query-client.ts'
import { pageWindow } from '../../shared/search-params.ts'

export type PricePromise = components['schemas']['PromiseForStaff']

export type PromisesSearch = { state?: string; customer?: string; page?: string }

export function promisesKey(slug: string) {
  return ['console', slug, 'promises'] as const
}

/** A page of the list: broken ones first. */
export function promisesQuery(slug: string, { state, customer, page }: PromisesSearch) {
  const known = PROMISE_STATES.find((one) => one === state)
  const query = { ...(known && { state: known }), ...(customer && { customer }), ...pageWindow(page) }
  return queryOptions({
    queryKey: [...promisesKey(slug), query],
    queryFn: ({ signal }) => api.GET('/app-api/console/{slug}/promises', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

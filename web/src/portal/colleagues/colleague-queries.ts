import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LIVE_MS } from '../../shared/query-client.ts'

export type Colleague = components['schemas']['Colleague']
export type PreparedBasket = components['schemas']['PreparedBasket']

/** All who buy for the customer. */
export function colleaguesQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'colleagues'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/colleagues', { params: { path: { slug } }, signal })).data,
  })
}

/** The baskets of colleagues that wait for an order. */
export function preparedBasketsQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'prepared-baskets'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/prepared-baskets', { params: { path: { slug } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

export function preparedBasketQuery(slug: string, buyerId: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'prepared-baskets', buyerId],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, buyerId } }
      return (await api.GET('/app-api/portal/{slug}/prepared-baskets/{buyerId}', { params, signal })).data
    },
  })
}

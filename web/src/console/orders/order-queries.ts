import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LIVE_MS } from '../../shared/query-client.ts'
import { pageWindow } from '../../shared/search-params.ts'
import type { OrderQuery } from './order-filter.ts'

export type Order = components['schemas']['Order']
export type OrderForStaff = components['schemas']['OrderForStaff']
export type OrderLine = OrderForStaff['lines'][number]

export type OrderCounts = components['schemas']['OrderCounts']

export function ordersQuery(slug: string, filter: OrderQuery, page: string | undefined) {
  const query = { ...filter, ...pageWindow(page) }
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'list', query],
    queryFn: ({ signal }) => api.GET('/app-api/console/{slug}/orders', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** How many orders of each status match. */
export function orderCountsQuery(slug: string, { status: _status, ...query }: OrderQuery) {
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'counts', query],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/orders/counts', { params: { path: { slug }, query }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

export function orderQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'one', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/orders/{id}', { params: { path: { slug, id } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

/** Asks again for all that shows orders. */
export function refreshOrders(queryClient: QueryClient, slug: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['console', slug, 'orders'] })
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { readStatus } from '../../shared/order-status.ts'
import type { OrderStatus } from '../../../../server/src/rules/order-steps.ts'
import { LIVE_MS } from '../../shared/query-client.ts'
import { pageWindow } from '../../shared/search-params.ts'

export type Order = components['schemas']['Order']
export type OrderForStaff = components['schemas']['OrderForStaff']
export type OrderLine = OrderForStaff['lines'][number]

/** What the list is searched by, as texts of its address. */
export type OrderFilter = { q?: string; status?: string; page?: string }

/** The filter of the list as the service takes it. A status that there is not counts as none. */
export function searchOf({ q, status }: OrderFilter): { q?: string; status?: OrderStatus } {
  const known = readStatus(status)
  return { ...(q && { q }), ...(known && { status: known }) }
}

export function ordersQuery(slug: string, filter: OrderFilter) {
  const query = { ...searchOf(filter), ...pageWindow(filter.page) }
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'list', query],
    queryFn: ({ signal }) => api.GET('/app-api/console/{slug}/orders', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** How many orders of each status match. */
export function orderCountsQuery(slug: string, { q }: OrderFilter) {
  const query = q ? { q } : {}
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

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, LIVE_MS } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { readStatus } from '../../shared/filter-choices.ts'
import { pageWindow } from '../../shared/search-params.ts'

export type Order = components['schemas']['BuyersOrder']
export type OrderWithLines = components['schemas']['BuyersOrderWithLines']
export type LineAgain = components['schemas']['LineAgain']

export function ordersQuery(slug: string, { q, status, page }: { q?: string; status?: string; page?: string }) {
  const known = readStatus(status)
  const query = {
    ...(q && { q, everywhere: true }),
    ...(known && { status: known }),
    ...pageWindow(page),
  }
  return queryOptions({
    queryKey: ['portal', slug, 'orders', query],
    queryFn: ({ signal }) => api.GET('/app-api/portal/{slug}/orders', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** The newest orders whose number or purchase order number has each of these words. */
export async function findOrders(slug: string, query: { q: string; limit: number }, signal: AbortSignal) {
  return (await api.GET('/app-api/portal/{slug}/orders', { params: { path: { slug }, query }, signal })).data
}

export function orderQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'order', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/orders/{id}', { params: { path: { slug, id } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

/** The lines of an order at today's prices. */
export function orderAgainQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'order-again', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/orders/{id}/again', { params: { path: { slug, id } }, signal })).data,
  })
}

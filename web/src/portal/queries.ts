import { queryOptions, infiniteQueryOptions, useQueryClient, keepPreviousData } from '@tanstack/react-query'
import { QUOTE_STATUSES } from '../../../server/src/shared/quote-statuses.ts'
import { api, LIVE_MS, dataQuery } from '../shared/api.ts'
import type { components } from '../shared/app-api.d.ts'
import { readStatus } from '../shared/filter-choices.ts'
import { pageWindow } from '../shared/search-params.ts'
import { portalQuery, usePortal } from './portal-context.tsx'

/** Whose portal it is, before one has signed in. */
export function entryQuery(slug: string) {
  return dataQuery(
    ['entry', slug],
    '/app-api/account/portals/{address}',
    { path: { address: slug } },
    { staleTime: 60_000 },
  )
}

/** The terms of the buyer's customer. */
export function ownAccountQuery(slug: string) {
  return dataQuery(['portal', slug, 'account'], '/app-api/portal/{slug}/account', { path: { slug } })
}

/** How long the price list is, with a brand or a category alone, on a day. */
export function priceListSizeQuery(slug: string, query: { brand?: string; category?: string; date?: string }) {
  return dataQuery(['portal', slug, 'price-list', query], '/app-api/portal/{slug}/price-list', {
    path: { slug },
    query,
  })
}

export type SavedList = components['schemas']['SavedList']
export type ListWithLines = components['schemas']['SavedListWithLines']
export type ListLine = components['schemas']['SavedListLine']

/** The lists that the customer's buyers share, and the buyer's own. */
export function listsQuery(slug: string) {
  return dataQuery(['portal', slug, 'lists'], '/app-api/portal/{slug}/lists', { path: { slug } })
}

/** One list, at the present prices. */
export function listQuery(slug: string, id: string) {
  return dataQuery(['portal', slug, 'lists', id], '/app-api/portal/{slug}/lists/{id}', { path: { slug, id } })
}

export type Colleague = components['schemas']['Colleague']
export type ApprovalRequest = components['schemas']['ApprovalRequest']
export type RequestWithLines = ApprovalRequest & { basket: components['schemas']['Basket'] }

/** All who buy for the customer. */
export function colleaguesQuery(slug: string) {
  return dataQuery(['portal', slug, 'colleagues'], '/app-api/portal/{slug}/colleagues', { path: { slug } })
}

/** The own requests for approval, and those of colleagues that the buyer may approve. */
export function requestsQuery(slug: string) {
  return dataQuery(
    ['portal', slug, 'approval-requests'],
    '/app-api/portal/{slug}/approval-requests',
    { path: { slug } },
    { refetchInterval: LIVE_MS },
  )
}

export function requestQuery(slug: string, id: string) {
  return dataQuery(['portal', slug, 'approval-requests', id], '/app-api/portal/{slug}/approval-requests/{id}', {
    path: { slug, id },
  })
}

/** Shows what became of the requests, wherever they are counted. */
export function useRequestsChanged(): () => void {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries(portalQuery(slug))
    void queryClient.invalidateQueries({ ...requestsQuery(slug), exact: true })
  }
}

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
  return dataQuery(
    ['portal', slug, 'order', id],
    '/app-api/portal/{slug}/orders/{id}',
    { path: { slug, id } },
    { refetchInterval: LIVE_MS },
  )
}

/** The lines of an order at today's prices. */
export function orderAgainQuery(slug: string, id: string) {
  return dataQuery(['portal', slug, 'order-again', id], '/app-api/portal/{slug}/orders/{id}/again', {
    path: { slug, id },
  })
}

export type Quote = components['schemas']['BuyersQuote']
export type QuoteWithLines = components['schemas']['BuyersQuoteWithLines']
export type QuoteLine = QuoteWithLines['lines'][number]

export function quotesQuery(slug: string, { status, page }: { status?: string; page?: string }) {
  const known = QUOTE_STATUSES.find((one) => one === status)
  const query = { ...(known && { status: known }), ...pageWindow(page) }
  return queryOptions({
    queryKey: ['portal', slug, 'quotes', query],
    queryFn: ({ signal }) => api.GET('/app-api/portal/{slug}/quotes', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

export function quoteQuery(slug: string, id: string) {
  return dataQuery(
    ['portal', slug, 'quotes', id],
    '/app-api/portal/{slug}/quotes/{id}',
    { path: { slug, id } },
    { refetchInterval: LIVE_MS },
  )
}

/** What lines cost today, for quantities that a quote has no price for. */
export function priceTodayQuery(slug: string, lines: { sku: string; qty: number }[]) {
  return queryOptions({
    queryKey: ['portal', slug, 'quotes', 'today', lines],
    queryFn: async ({ signal }) => {
      const body = { lines }
      return (await api.POST('/app-api/portal/{slug}/lines/check', { params: { path: { slug } }, body, signal })).data
    },
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
  })
}

export type UsualProduct = components['schemas']['UsualProduct']

/** What the customer orders, a page after the other. */
export function usualQuery(slug: string) {
  return infiniteQueryOptions({
    queryKey: ['portal', slug, 'usual'],
    queryFn: ({ signal, pageParam: offset }) =>
      api.GET('/app-api/portal/{slug}/usual', { params: { path: { slug }, query: { offset } }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
  })
}

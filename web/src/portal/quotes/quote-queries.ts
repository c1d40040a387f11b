import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { QUOTE_STATUSES } from '../../../../server/src/shared/quote-statuses.ts'
import { api, LIVE_MS } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { pageWindow } from '../../shared/search-params.ts'

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
  return queryOptions({
    queryKey: ['portal', slug, 'quotes', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/quotes/{id}', { params: { path: { slug, id } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
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

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { counted } from '../../../../server/src/shared/counted.ts'
import { api, LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { pageWindow } from '../../shared/search-params.ts'

export type Quote = components['schemas']['Quote']
export type QuoteForStaff = components['schemas']['QuoteForStaff']

export type QuotesSearch = { tab?: string; q?: string; page?: string }

/** The tabs of the list, each a status but for the last two; the first is the one without `tab` in the address. */
export const QUOTE_TABS = ['asked', 'sent', 'mine', 'all'] as const

/** A page of the list. `me`: the id of the person who asks. */
export function quotesQuery(slug: string, { tab, q, page }: QuotesSearch, me: string) {
  const status = QUOTE_TABS.find((one) => one === tab) ?? 'asked'
  const filter = status === 'mine' ? { contact: me } : status === 'all' ? {} : { status }
  const query = { ...(q && { q }), ...filter, ...pageWindow(page) }
  return queryOptions({
    queryKey: ['console', slug, 'quotes', 'list', query],
    queryFn: ({ signal }) => api.GET('/app-api/console/{slug}/quotes', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** How many wait for prices, and how many can be ordered. */
export function quoteCountsQuery(slug: string) {
  return dataQuery(
    ['console', slug, 'quotes', 'counts'],
    '/app-api/console/{slug}/quotes/counts',
    { path: { slug } },
    { refetchInterval: LIVE_MS },
  )
}

export function quoteQuery(slug: string, id: string) {
  return dataQuery(
    ['console', slug, 'quotes', 'one', id],
    '/app-api/console/{slug}/quotes/{id}',
    { path: { slug, id } },
    { refetchInterval: LIVE_MS },
  )
}

/** Asks again for all that shows quotes. */
export async function refreshQuotes(queryClient: QueryClient, slug: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['console', slug, 'quotes'] })
}

/** What a new quote has of an order or another quote. `left`: SKUs of products that are gone. */
export function begunInWords(source: string, { number, left }: components['schemas']['BegunQuote']): string {
  const gone = left.length > 0 ? ` ${counted(left.length, 'product is', 'products are')} gone: ${left.join(', ')}.` : ''
  return `Quote ${number} has the lines of ${source}.${gone}`
}

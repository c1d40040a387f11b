import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import type { Choice } from '../../shared/search-select.tsx'
import { withSimilar } from '../../shared/similar.ts'
import type { DraftLine } from './draft-order.ts'

export type Quote = components['schemas']['Quote']
export type QuotedLine = components['schemas']['QuotedLine']
export type Product = components['schemas']['Product']

/** What these lines would cost the customer now. */
export function quoteQuery(slug: string, customer: Choice | null, lines: DraftLine[]) {
  const body = { customer: customer?.value ?? '', lines: lines.map(({ sku, qty }) => ({ sku, qty })) }
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'quote', body],
    queryFn: async ({ signal }) =>
      (await api.POST('/app-api/console/{slug}/orders/quote', { params: { path: { slug } }, body, signal })).data,
    enabled: customer !== null,
    placeholderData: keepPreviousData,
  })
}

/** Products that a customer can order, for what was typed: SKU or words, or what they may mean. */
export function findProducts(slug: string, customer: Choice, q: string, signal: AbortSignal) {
  return withSimilar(
    q,
    async () => {
      const params = { path: { slug, id: customer.value }, query: { q } }
      const path = '/app-api/console/{slug}/customers/{id}/preview/products/suggestion'
      return (await api.GET(path, { params, signal })).data.q
    },
    async (written): Promise<Product[]> => {
      const query = { customer: customer.value, ...(written && { q: written }) }
      const params = { path: { slug }, query }
      return (await api.GET('/app-api/console/{slug}/orders/products', { params, signal })).data
    },
  )
}

import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** How long the price list is, with a brand or a category alone, on a day. */
export function priceListSizeQuery(slug: string, query: { brand?: string; category?: string; date?: string }) {
  return queryOptions({
    queryKey: ['portal', slug, 'price-list', query],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/price-list', { params: { path: { slug }, query }, signal })).data,
  })
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { LIVE_MS } from '../../shared/query-client.ts'

/** Orders and their value by week or month: of one customer, or of all. */
export function turnoverQuery(slug: string, by: 'week' | 'month', customer?: string) {
  return queryOptions({
    queryKey: ['console', slug, 'turnover', by, customer],
    queryFn: async ({ signal }) => {
      const query = { by, ...(customer !== undefined && { customer }) }
      return (await api.GET('/app-api/console/{slug}/orders/turnover', { params: { path: { slug }, query }, signal }))
        .data
    },
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

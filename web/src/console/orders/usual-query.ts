import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

/** How many usual products are offered. */
const OFFERED = 20

export type UsualProduct = components['schemas']['UsualProduct']

/** What a customer usually orders: what is due first. */
export function usualQuery(slug: string, customer: string | undefined, limit = OFFERED) {
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'usual', customer, limit],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id: customer! }, query: { limit } }
      return (await api.GET('/app-api/console/{slug}/customers/{id}/usual', { params, signal })).data
    },
    enabled: customer !== undefined,
    staleTime: 30_000,
  })
}

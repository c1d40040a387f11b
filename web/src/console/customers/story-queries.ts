import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LIVE_MS } from '../../shared/query-client.ts'
import { customersKey } from './customer-queries.ts'

export type CustomerStory = components['schemas']['CustomerStory']
export type StoppedProduct = components['schemas']['StoppedProduct']

/** Products of a list that are shown at once. */
export const SHOWN = 10

/** The last and the open orders of a customer, and its credit. */
export function storyQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: [...customersKey(slug), id, 'story'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/customers/{id}/story', { params: { path: { slug, id } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

/** What a customer has stopped ordering: the first ones, and whether there are more. */
export function stoppedQuery(slug: string, id: string, limit: number) {
  return queryOptions({
    queryKey: [...customersKey(slug), id, 'stopped', limit],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id }, query: { limit } }
      return (await api.GET('/app-api/console/{slug}/customers/{id}/stopped', { params, signal })).data
    },
  })
}

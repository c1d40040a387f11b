import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

export type SavedList = components['schemas']['SavedList']
export type ListWithLines = components['schemas']['SavedListWithLines']
export type ListLine = components['schemas']['SavedListLine']

/** The lists that the customer's buyers share, and the buyer's own. */
export function listsQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'lists'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/lists', { params: { path: { slug } }, signal })).data,
  })
}

/** One list, at the present prices. */
export function listQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'lists', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/lists/{id}', { params: { path: { slug, id } }, signal })).data,
  })
}

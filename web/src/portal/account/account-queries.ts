import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** Whose portal it is, before one has signed in. */
export function entryQuery(slug: string) {
  return queryOptions({
    queryKey: ['entry', slug],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/account/portals/{address}', { params: { path: { address: slug } }, signal })).data,
    staleTime: 60_000,
  })
}

/** The terms of the buyer's customer. */
export function ownAccountQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'account'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/account', { params: { path: { slug } }, signal })).data,
  })
}

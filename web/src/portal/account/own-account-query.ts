import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** The terms of the buyer's customer. */
export function ownAccountQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'account'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/account', { params: { path: { slug } }, signal })).data,
  })
}

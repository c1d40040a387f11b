import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** The lists that the customer's buyers share. */
export function listsQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'lists'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/lists', { params: { path: { slug } }, signal })).data,
  })
}

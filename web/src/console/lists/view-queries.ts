import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import type { ListWithViews } from '../../../../server/src/shared/limits.ts'

export type SavedView = components['schemas']['SavedView']

export function viewsQuery(slug: string, list: ListWithViews) {
  return queryOptions({
    queryKey: ['console', slug, 'views', list],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/views', { params: { path: { slug }, query: { list } }, signal })).data,
  })
}

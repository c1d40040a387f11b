import { dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import type { ListWithViews } from '../../../../server/src/shared/limits.ts'

export type SavedView = components['schemas']['SavedView']

export function viewsQuery(slug: string, list: ListWithViews) {
  return dataQuery(['console', slug, 'views', list], '/app-api/console/{slug}/views', {
    path: { slug },
    query: { list },
  })
}

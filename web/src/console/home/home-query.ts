import { queryOptions } from '@tanstack/react-query'
import { api, LIVE_MS } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

export type Home = components['schemas']['Home']

export function homeQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'home'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/home', { params: { path: { slug } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

import { LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

export type Home = components['schemas']['Home']

export function homeQuery(slug: string) {
  return dataQuery(
    ['console', slug, 'home'],
    '/app-api/console/{slug}/home',
    { path: { slug } },
    { refetchInterval: LIVE_MS },
  )
}

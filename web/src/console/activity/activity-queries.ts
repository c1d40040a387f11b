import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { PAGE_SIZE } from '../../shared/search-params.ts'

export type ActivityEntry = components['schemas']['ActivityEntry']

/** The filters, as texts of the address. `page` is the id of the last entry of the page before. */
type ActivityFilter = { who?: string; what?: string; from?: string; to?: string; page?: string }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function isId(text: string): boolean {
  return UUID.test(text)
}

export function activityQuery(slug: string, { who, what, from, to, page }: ActivityFilter) {
  const query = {
    ...(who && { who }),
    ...(what && { what }),
    ...(from && isDay(from) && { from }),
    ...(to && isDay(to) && { to }),
    ...(page && isId(page) && { before: page }),
    limit: PAGE_SIZE,
  }
  return queryOptions({
    queryKey: ['console', slug, 'activity', 'list', query],
    queryFn: ({ signal }) => api.GET('/app-api/console/{slug}/activity', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** All people and keys that have changed something. */
export function actorsQuery(slug: string) {
  return dataQuery(
    ['console', slug, 'activity', 'actors'],
    '/app-api/console/{slug}/activity/actors',
    { path: { slug } },
    { staleTime: 60_000 },
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { COUNTED_VIEWS } from '../../../../server/src/shared/limits.ts'
import { LIVE_MS, dataQuery } from '../../shared/api.ts'
import { parseSearch, stringifySearch } from '../../shared/search-params.ts'
import { mine, viewsQuery } from '../lists/view-queries.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { DESK_VIEWS, filterTexts, readFilter } from './order-filter.ts'
import type { OrderTexts } from './order-filter.ts'

/** A view of the orders with its count: null while it is not known. */
export type CountedView = { key: string; name: string; search: OrderTexts & { view?: string }; count: number | null }

/**
 * The views of the desk and "Mine", then those that were saved, as many as are counted; each with how many orders it has.
 * `isPending` until they are counted, or cannot be.
 */
export function useDeskViews(): { views: CountedView[]; isPending: boolean } {
  const { slug, timezone, currency, me } = useWorkspace()
  const { data: saved = [] } = useQuery(viewsQuery(slug, 'orders'))
  const views = [
    ...DESK_VIEWS.map(({ name, search }) => ({ key: name, name, search })),
    ...mine(me),
    ...saved.map(({ id, name, query }) => ({
      key: id,
      name,
      search: { ...(parseSearch(query) as OrderTexts), view: id },
    })),
  ].slice(0, COUNTED_VIEWS)
  const queries = views.map(({ search }) =>
    stringifySearch(filterTexts(readFilter(search, { timezone, currency }))).slice(1),
  )
  const { data: counts, isPending } = useQuery(countsQuery(slug, queries))
  return { views: views.map((view, i) => ({ ...view, count: counts?.[i] ?? null })), isPending }
}

function countsQuery(slug: string, views: string[]) {
  return dataQuery(
    ['console', slug, 'orders', 'views', views],
    '/app-api/console/{slug}/orders/counts/views',
    { path: { slug }, query: { views } },
    { placeholderData: keepPreviousData, refetchInterval: LIVE_MS },
  )
}

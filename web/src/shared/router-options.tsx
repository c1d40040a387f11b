import type { QueryClient } from '@tanstack/react-query'
import { Center, Loader } from '@mantine/core'
import { NotFound } from './not-found.tsx'
import { RestoredScroll } from './restored-scroll.tsx'
import { RouteError } from './route-error.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

/** What every route's loader gets. */
export type RouterContext = { queryClient: QueryClient }

/**
 * Both routers keep the scroll of each place, prepare a page when its link is about to be followed, and write plain
 * queries.
 */
export const ROUTER_OPTIONS = {
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  InnerWrap: RestoredScroll,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 400,
  defaultPendingComponent: () => (
    <Center py="xl">
      <Loader aria-label="Loading" />
    </Center>
  ),
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
} as const

import { createRouter } from '@tanstack/react-router'
import type { AnyRoute, LocationRewrite } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { Center, Loader } from '@mantine/core'
import { NotFound } from './not-found.tsx'
import { RestoredScroll } from './restored-scroll.tsx'
import { RouteError } from './route-error.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

/** What every route's loader gets. */
export type RouterContext = { queryClient: QueryClient }

/** A router that keeps the scroll of each place, prepares a page when its link is about to be followed, and writes plain queries. */
export function createAppRouter<Tree extends AnyRoute>(
  routeTree: Tree,
  context: RouterContext,
  options: { rewrite?: LocationRewrite } = {},
) {
  return createRouter({
    routeTree,
    context: context as never,
    ...options,
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
  })
}

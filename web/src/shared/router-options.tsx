import type { QueryClient } from '@tanstack/react-query'
import { Center, Loader, VisuallyHidden } from '@mantine/core'
import { NotFound, Page } from './page.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'
import { ApiError } from './api.ts'
import { Problem } from './problem.tsx'
import { useRouter, useElementScrollRestoration, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { dismissWayTo } from './toasts.tsx'

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

/** Shown instead of a page that failed to load. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  if (error instanceof ApiError && error.status === 401) return null
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <Page title="This page did not load">
      <Problem error={error} retry={reset} />
    </Page>
  )
}

function isLost(): boolean {
  return document.activeElement === document.body
}

/** Tells screen readers the new page's title; moves the focus to its heading where what had the focus is gone. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        dismissWayTo(toLocation.pathname)
        if (!fromLocation || !pathChanged) return
        const wasLost = isLost()
        // The new page sets its title in its own effect.
        setTimeout(() => {
          setTitle(document.title)
          if (wasLost && isLost()) document.querySelector('h1')?.focus({ preventScroll: true })
        }, 50)
      }),
    [router],
  )
  return (
    <VisuallyHidden aria-live="assertive" role="status">
      {title}
    </VisuallyHidden>
  )
}

/** Milliseconds in which a page has its content again, even on a slow connection. */
const LONGEST = 5_000

/** What a person scrolls with. */
const OWN_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Scrolls to the restored place again while the page grows: the router scrolls once, and the page may still be short
 * then.
 */
function RestoredScroll({ children }: { children: ReactNode }) {
  const visit = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  const left = useLeftPositions()
  // After a reload, only the router knows.
  const known = useElementScrollRestoration({ getElement: () => globalThis.window })?.scrollY ?? 0
  const wanted = left.get(visit?.state.key ?? '') ?? known
  useEffect(() => {
    if (visit !== undefined && wanted > 0) return scrollAsPageGrows(wanted)
  }, [visit, wanted])
  return <>{children}</>
}

/**
 * Where pages were scrolled to when they were left, by the key of their location. The router takes what is shown
 * between two pages for the first one, and notes the scroll of that where one turns back on the way.
 */
function useLeftPositions(): ReadonlyMap<string, number> {
  const router = useRouter()
  const [places] = useState(() => new Map<string, number>())
  useEffect(() => {
    let isOnTheWay = false
    const ends = [
      router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        if (fromLocation?.state.key && !isOnTheWay) places.set(fromLocation.state.key, scrollY)
        isOnTheWay = true
      }),
      router.subscribe('onRendered', () => void (isOnTheWay = false)),
    ]
    return () => ends.forEach((end) => end())
  }, [router, places])
  return places
}

/** Ends when somebody scrolls themselves, and after some seconds. Returns the way to end it. */
function scrollAsPageGrows(wanted: number): () => void {
  const end = new AbortController()
  const growth = new ResizeObserver(() => scrollTo({ top: wanted }))
  const stop = () => {
    growth.disconnect()
    end.abort()
  }
  growth.observe(document.documentElement)
  for (const kind of OWN_SCROLLS) addEventListener(kind, stop, { signal: end.signal, passive: true })
  const timer = setTimeout(stop, LONGEST)
  end.signal.addEventListener('abort', () => clearTimeout(timer))
  return stop
}

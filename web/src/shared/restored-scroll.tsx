import { useElementScrollRestoration, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** Milliseconds in which a page has its content again, even on a slow connection. */
const LONGEST = 5_000

/** What a person scrolls with. */
const OWN_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Scrolls to the restored place again while the page grows: the router scrolls once, and the page may still be short
 * then.
 */
export function RestoredScroll({ children }: { children: ReactNode }) {
  const visit = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  const left = useLeftPlaces()
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
function useLeftPlaces(): ReadonlyMap<string, number> {
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

import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ReactNode } from 'react'

/** Milliseconds in which a page has its content again, even on a slow connection. */
const LONGEST = 5_000

/** What a person scrolls with. */
const OWN_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Scrolls to the restored place again while the page grows: the router scrolls once, and the page may still be short then. */
export function RestoredScroll({ children }: { children: ReactNode }) {
  const visit = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  const wanted = useElementScrollRestoration({ getElement: () => globalThis.window })?.scrollY
  useEffect(() => {
    if (visit !== undefined && wanted !== undefined && scrollY < wanted) return scrollAsPageGrows(wanted)
  }, [visit, wanted])
  return <>{children}</>
}

/** Ends when the place is reached, when somebody scrolls themselves, and after some seconds. Returns the way to end it. */
function scrollAsPageGrows(wanted: number): () => void {
  const end = new AbortController()
  const growth = new ResizeObserver(() => {
    scrollTo({ top: wanted })
    if (scrollY >= wanted) stop()
  })
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

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLater } from './use-later.ts'

/** How long the page that is open has the connection to itself, in milliseconds. */
const WAIT_MS = 2_000

/** Fetches the code of all pages and dialogs after the first page, so that they open without a connection, too. */
export function useAllPages(): void {
  const router = useRouter()
  const isLater = useLater()
  useEffect(() => {
    if (!isLater) return
    const wait = setTimeout(() => {
      for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)
      // What fails now is fetched when it is needed.
      void Promise.allSettled([import('../../shared/disabled-reason.tsx'), import('../../shared/sign-in-again.tsx')])
    }, WAIT_MS)
    return () => clearTimeout(wait)
  }, [isLater, router])
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePortal } from '../portal-context.tsx'
import { preview } from '../preview.ts'
import { useLater } from '../shell/use-later.ts'

/** Where a browser does not allow it, as on a page without TLS, the portal needs a connection. */
export const canKeep = preview === null && 'serviceWorker' in navigator && 'locks' in navigator

/** How long the page that is open has the connection to itself, in milliseconds. */
const WAIT_MS = 2_000

/** Begins to keep what is opened, after the first page is there: for the next time without a connection. */
export function useKeep(): void {
  const {
    slug,
    me: { id, personId },
  } = usePortal()
  const queryClient = useQueryClient()
  const isLater = useLater()
  useEffect(() => {
    if (!isLater || !canKeep) return
    const ended = new AbortController()
    const begin = async () => {
      const { keep } = await import('./keep.ts')
      if (ended.signal.aborted || personId === null) return
      ended.signal.addEventListener('abort', keep(queryClient, slug, { id, personId }))
    }
    const wait = setTimeout(() => {
      // What fails now is tried again with the next visit.
      navigator.serviceWorker.register('/sw.js', { scope: '/t/' }).catch(() => undefined)
      begin().catch(() => undefined)
    }, WAIT_MS)
    return () => {
      clearTimeout(wait)
      ended.abort()
    }
  }, [isLater, queryClient, slug, id, personId])
}

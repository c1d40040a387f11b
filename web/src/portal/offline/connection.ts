import { onlineManager, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onReached, Trouble, client, onRefused } from '../../shared/api.ts'
import { createQuestion } from '../../shared/question.ts'
import { usePortal, portalQuery } from '../portal-context.tsx'
import { preview } from '../preview.ts'
import { useLater } from '../shell/use-later.ts'

/** A call without a first answer by then counts as lost, in milliseconds: longer than a slow connection takes. */
const LOST_AFTER_MS = 10_000
/** How often a lost connection is looked for, in milliseconds. */
const LOOK_EVERY_MS = 5_000
/** Paths of what changes the basket, and orders it. */
const BASKET = /^\/app-api\/portal\/[^/]+\/basket(\/|$)/

/** Whether the service cannot be reached, as far as the browser and the last call tell. */
export const isOffline = () => !onlineManager.isOnline()

/**
 * Tells TanStack Query whether the service can be reached. The browser knows only whether there is a network: that it
 * leads nowhere is seen by calls that get no answer. `changed` is called when the connection is lost, and when it is back.
 */
export function watchConnection(changed: () => void): void {
  let looking: ReturnType<typeof setInterval> | undefined
  const lookWhileLost = () => {
    clearInterval(looking)
    if (isOffline()) looking = setInterval(look, LOOK_EVERY_MS)
  }
  onlineManager.setOnline(navigator.onLine)
  lookWhileLost()
  onlineManager.subscribe(() => {
    lookWhileLost()
    changed()
  })
  onReached((isReached) => {
    // An answer that comes without a network was on its way before: it tells nothing.
    if (navigator.onLine || !isReached) onlineManager.setOnline(isReached)
  }, limitOf)
}

/** Only what is safe to repeat has a limit: reads and the basket. Nobody would know what became of another write. */
function limitOf({ method, url }: Request): number {
  return method === 'GET' || BASKET.test(new URL(url).pathname) ? LOST_AFTER_MS : Infinity
}

async function look(): Promise<void> {
  const answer = fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_EVERY_MS) })
  await answer.then(
    () => onlineManager.setOnline(true),
    () => undefined,
  )
}

/** Where a browser does not allow it, as on a page without TLS, the portal needs a connection. */
export const canStore = preview === null && 'serviceWorker' in navigator && 'locks' in navigator

/** How long the page that is open has the connection to itself, in milliseconds. */
const WAIT_MS = 2_000

/** Begins to store what is opened, after the first page is there: for the next time without a connection. */
export function useOfflineStore(): void {
  const {
    slug,
    me: { id, personId },
  } = usePortal()
  const queryClient = useQueryClient()
  const isLater = useLater()
  useEffect(() => {
    if (!isLater || !canStore) return
    const ended = new AbortController()
    const begin = async () => {
      const { storeOpened } = await import('./offline-store.ts')
      if (ended.signal.aborted || personId === null) return
      ended.signal.addEventListener('abort', storeOpened(queryClient, slug, { id, personId }))
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

/** Asks whether to go on for the buyer of this page, where another one of the person's was chosen elsewhere. */
export const buyerQuestion = /* @__PURE__ */ createQuestion()

/**
 * Has each call name the buyer whom the page shows: the service refuses it where that is another one by now. Without a
 * connection, nothing is sent.
 */
export function callForBuyer(queryClient: QueryClient, slug: string): void {
  client.use({
    onRequest: ({ request }) => {
      if (!new URL(request.url).pathname.startsWith(`/app-api/portal/${slug}/`)) return
      if (request.method !== 'GET' && isOffline()) {
        throw new Trouble("You're offline, so nothing was sent. Try again when you're connected.")
      }
      const portal = queryClient.getQueryData(portalQuery(slug).queryKey)
      if (portal) request.headers.set('buyer', portal.me.id)
    },
  })
  onRefused('other_buyer', () => buyerQuestion.ask())
}

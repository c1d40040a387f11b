import type { QueryClient } from '@tanstack/react-query'
import { Trouble, client, onRefused } from '../shared/api.ts'
import { createQuestion } from '../shared/question.ts'
import { isOffline } from './offline/connection.ts'
import { portalQuery } from './portal-context.tsx'

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

import './styles.ts'
import { RouterProvider, createRouter } from '@tanstack/react-router'
import { onRefused, onSignedOut } from '../shared/api.ts'
import { createQueryClient } from '../shared/query-client.ts'
import { render } from '../shared/root.tsx'
import { ROUTER_OPTIONS } from '../shared/router-options.tsx'
import { proofQuestion, signInQuestion } from '../shared/question.ts'
import { hasUnsaved } from '../shared/unsaved.ts'
import { routeTree } from './routes.tsx'

const queryClient = createQueryClient()
const router = createRouter({ routeTree, context: { queryClient }, ...ROUTER_OPTIONS })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

onSignedOut(async () => {
  const { pathname, href } = router.latestLocation
  // The other pages are for those who have no session yet.
  if (!/^\/(w\/|account)/.test(pathname)) return false
  if (hasUnsaved()) return signInQuestion.ask()
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { next: href }, replace: true })
  return false
})

onRefused('proof_required', () => proofQuestion.ask())

render(queryClient, <RouterProvider router={router} />)

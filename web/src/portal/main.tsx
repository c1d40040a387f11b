import './styles.ts'
import { RouterProvider, createRouter } from '@tanstack/react-router'
import { onSignedOut } from '../shared/api.ts'
import { createQueryClient } from '../shared/query-client.ts'
import { render } from '../shared/root.tsx'
import { ROUTER_OPTIONS } from '../shared/router-options.tsx'
import { signInQuestion } from '../shared/question.ts'
import { hasUnsaved } from '../shared/unsaved.ts'
import { callForBuyer } from './for-buyer.ts'
import { portalQuery } from './portal-context.tsx'
import { callPreview, preview, previewRewrite } from './preview.ts'
import { isOffline, watchConnection } from './offline/connection.ts'
import { canKeep } from './offline/use-keep.ts'
import { routeTree } from './routes.tsx'

const slug = location.pathname.split('/')[2]!
const queryClient = createQueryClient()
const { queries, ...others } = queryClient.getDefaultOptions()
// What is kept for times without a connection is what is here.
queryClient.setDefaultOptions({ ...others, queries: { ...queries, gcTime: Infinity } })
const router = createRouter({
  routeTree,
  context: { queryClient },
  ...(previewRewrite && { rewrite: previewRewrite }),
  ...ROUTER_OPTIONS,
})
if (preview) callPreview(preview)
else callForBuyer(queryClient, slug)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

onSignedOut(async () => {
  const { pathname, href } = router.latestLocation
  if (pathname === `/t/${slug}/sign-in`) return false
  if (hasUnsaved()) return signInQuestion.ask()
  queryClient.clear()
  // Staff sign in on the page of the console.
  if (preview) {
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
    return false
  }
  void router.navigate({ to: '/t/$slug/sign-in', params: { slug }, search: { next: href }, replace: true })
  return false
})

async function bringBackKept(): Promise<void> {
  if (!isOffline() || !canKeep) return
  const { bringBack } = await import('./offline/keep.ts')
  await bringBack(queryClient, slug)
}

const loadAgain = () => router.invalidate()
watchConnection(() => {
  // A page that is there stays. One that waits for its first answer shows what was kept, or that there is none.
  if (queryClient.getQueryData(portalQuery(slug).queryKey)) return
  void bringBackKept().then(loadAgain, loadAgain)
})
const start = () => render(queryClient, <RouterProvider router={router} />)
// Before anything is asked for: what is asked for without a connection waits until it is back.
if (isOffline()) void bringBackKept().then(start, start)
else start()

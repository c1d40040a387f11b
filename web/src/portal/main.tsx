import './styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { onSignedOut } from '../shared/api.ts'
import { createAppRouter } from '../shared/create-app-router.tsx'
import { createQueryClient } from '../shared/query-client.ts'
import { render } from '../shared/root.tsx'
import { signInQuestion } from '../shared/session-end.ts'
import { hasUnsaved } from '../shared/unsaved.ts'
import { callPreview, preview, previewRewrite } from './preview.ts'
import { routeTree } from './routes.tsx'

const queryClient = createQueryClient()
const router = createAppRouter(routeTree, { queryClient }, previewRewrite ? { rewrite: previewRewrite } : {})
if (preview) callPreview(preview)

onSignedOut(async () => {
  const { pathname, href } = router.latestLocation
  const slug = pathname.split('/')[2]
  if (!slug || pathname === `/t/${slug}/sign-in`) return false
  if (hasUnsaved()) return signInQuestion.ask()
  queryClient.clear()
  // Staff sign in on the page of the console.
  if (preview) {
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
    return false
  }
  void router.navigate({ to: '/t/$slug/sign-in', params: { slug }, search: { next: href }, replace: true } as never)
  return false
})

render(queryClient, <RouterProvider router={router as never} />)

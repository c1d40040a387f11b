import { useQueryClient } from '@tanstack/react-query'
import { Outlet, createRootRouteWithContext, createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../shared/lazy-part.ts'
import { NotFound } from '../shared/page.tsx'
import { proofQuestion } from '../shared/question.ts'
import { RouteAnnouncer } from '../shared/router-options.tsx'
import type { RouterContext } from '../shared/router-options.tsx'
import { texts } from '../shared/search-params.ts'
import { SignInOver } from '../shared/sign-in-over.tsx'
import { meQuery, onlyLookQuery } from './account/me.ts'
import { PlainFrame } from './shell/plain-frame.tsx'
import { workspaceQuery } from './workspace-context.tsx'

export const root = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <RouteAnnouncer />
      <Outlet />
      <SessionEnd />
      <ProofOver />
    </>
  ),
  notFoundComponent: () => (
    <PlainFrame>
      <NotFound />
    </PlainFrame>
  ),
})

function SessionEnd() {
  const queryClient = useQueryClient()
  const { slug = '' } = useParams({ strict: false })
  const member = queryClient.getQueryData(workspaceQuery(slug).queryKey)?.me
  return <SignInOver personId={(member ?? queryClient.getQueryData(meQuery.queryKey))?.id} />
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./account/set-up-page.tsx'), 'StartPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: texts('next', 'token', 'refused'),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(onlyLookQuery),
  component: lazyRouteComponent(() => import('./account/sign-in-page.tsx'), 'SignInPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: 'reset-password',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('./account/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: 'set-up',
  validateSearch: texts('code'),
  component: lazyRouteComponent(() => import('./account/set-up-page.tsx'), 'SetUpPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: 'account',
  loader: ({ context }) => context.queryClient.ensureQueryData(meQuery),
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
})

const newEmail = createRoute({
  getParentRoute: () => root,
  path: 'new-email',
  validateSearch: texts('token'),
  loader: ({ context }) => context.queryClient.ensureQueryData(meQuery),
  component: lazyRouteComponent(() => import('./account/new-email-pages.tsx'), 'NewEmailPage'),
})

const callOff = createRoute({
  getParentRoute: () => root,
  path: 'call-off',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('./account/new-email-pages.tsx'), 'CallOffPage'),
})

/** The pages outside a workspace: signing in, joining, one's own account. */
export const entryRoutes = [start, signIn, resetPassword, setUp, account, newEmail, callOff] as const

const ProofDialog = lazyPart(() => import('../shared/proof-dialog.tsx'))

/** Asks over the page who somebody is, where the service wants that proved again. */
function ProofOver() {
  if (!proofQuestion.useIsAsked()) return null
  return (
    <Suspense>
      <ProofDialog />
    </Suspense>
  )
}

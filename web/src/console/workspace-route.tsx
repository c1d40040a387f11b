import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError } from '../shared/api.ts'
import { lazyPart } from '../shared/lazy-part.ts'
import { NotFound } from '../shared/not-found.tsx'
import { RouteError } from '../shared/route-error.tsx'
import { root } from './entry-routes.tsx'
import { PlainFrame } from './shell/plain-frame.tsx'
import { workspaceQuery } from './workspace-context.tsx'

const PasskeyNeeded = lazyPart(() => import('./shell/passkey-needed.tsx'))

/** What all pages of a workspace are in. */
export const workspace = createRoute({
  getParentRoute: () => root,
  path: 'w/$slug',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(workspaceQuery(params.slug)),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  errorComponent: (props) => (
    <PlainFrame>
      {props.error instanceof ApiError && props.error.code === 'passkey_required' ? (
        <Suspense>
          <PasskeyNeeded />
        </Suspense>
      ) : (
        <RouteError {...props} />
      )}
    </PlainFrame>
  ),
  notFoundComponent: NotFound,
})

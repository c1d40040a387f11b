import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, dataQuery } from '../../shared/api.ts'
import { storeFor } from '../../shared/browser-store.ts'
import type { components } from '../../shared/app-api.d.ts'
import { useRouter } from '@tanstack/react-router'

export type Me = components['schemas']['Me']

/** Who is signed in, and where they belong. */
export const meQuery = dataQuery(['account', 'me'], '/app-api/account/me', {}, { staleTime: 60_000 })

/** The look of the only wholesaler; null where there are several. Without an answer one can sign in, too. */
export const onlyLookQuery = queryOptions({
  queryKey: ['only-look'],
  queryFn: ({ signal }) =>
    api.GET('/app-api/account/look', { signal }).then(
      ({ data }) => data,
      () => null,
    ),
  staleTime: Infinity,
})

/** Which workspace a person was in last, for those who are in several. */
const LAST = 'last-workspace'

export function rememberWorkspace(slug: string): void {
  localStorage.setItem(LAST, slug)
}

/** Where somebody goes who has signed in: to the page that was wanted, else to the last or only workspace. */
export function pathAfterSignIn(me: Me, next: string | undefined): string {
  if (next && isOwnPath(next)) return next
  const last = localStorage.getItem(LAST)
  const workspace = me.workspaces.find(({ slug }) => slug === last) ?? me.workspaces[0]
  if (workspace) return `/w/${workspace.slug}`
  return me.portals[0] ? `/t/${me.portals[0].slug}/usual` : '/account'
}

/** Whether an address stays on this service: another one could pretend to be it. */
function isOwnPath(path: string): boolean {
  return path.startsWith('/') && URL.parse(path, location.origin)?.origin === location.origin
}

/** Keeps who has signed in, and forgets all that was read in another's name. */
export function startAs(queryClient: QueryClient, me: Me): void {
  storeFor(me.id)
  queryClient.clear()
  queryClient.setQueryData(meQuery.queryKey, me)
}

/**
 * Goes to a path that is known at run time only. The portal and invitations are other applications, so the browser loads
 * them. `replace`: "Back" then leaves out the present page, which would only lead here again.
 */
export function useFollow({ replace = false } = {}): (path: string) => void {
  const router = useRouter()
  return (path) => {
    if (/^\/(t|invitation)\//.test(path)) location[replace ? 'replace' : 'assign'](path)
    else router.history[replace ? 'replace' : 'push'](path)
  }
}

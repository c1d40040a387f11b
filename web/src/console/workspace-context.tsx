import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../shared/api.ts'
import { storeFor } from '../shared/browser-store.ts'

/** What a member may do: everything for owners on a paid plan, less for others. */
export type Act = 'write' | 'own' | 'makeKeys'

/** The workspace, and who the person is in it. */
export function workspaceQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'workspace'],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/app-api/console/{slug}/workspace', { params: { path: { slug } }, signal })
      storeFor(data.me.id)
      return data
    },
    staleTime: 60_000,
  })
}

/** The workspace of the present page, with `can(act)` and `reasonNot(act)` for what the role and the plan allow. */
export function useWorkspace() {
  const { slug } = useParams({ from: '/w/$slug' })
  const { data: workspace } = useSuspenseQuery(workspaceQuery(slug))
  const reasonNot = (act: Act): string | null => {
    if (workspace.plan === 'lapsed')
      return 'The trial or subscription has ended: everything can be read, nothing changed.'
    if (act !== 'write' && workspace.me.role !== 'owner') return 'Only an owner can do this.'
    if (act === 'makeKeys' && workspace.plan === 'demo') return 'A demo has no API keys.'
    return null
  }
  return { ...workspace, reasonNot, can: (act: Act) => reasonNot(act) === null }
}

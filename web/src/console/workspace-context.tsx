import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../shared/api.ts'
import { storeFor } from '../shared/browser-store.ts'
import { lackOf, may, mayPriceByHand } from '../../../server/src/shared/rights.ts'
import type { Right } from '../../../server/src/shared/rights.ts'

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

/**
 * The workspace of the present page. `may(right)`: whether the role of the person has it, or one of several.
 * `reasonNot(right)`: why they cannot act by it now, as the role or the plan does not allow it, or null; `can` is that
 * there is no reason.
 */
export function useWorkspace() {
  const { slug } = useParams({ from: '/w/$slug' })
  const { data: workspace } = useSuspenseQuery(workspaceQuery(slug))
  const { role } = workspace.me
  const mayNow = (right: Right | readonly Right[]): boolean =>
    right === 'pricesByHand' ? mayPriceByHand(role, workspace.deskSetsPrices) : may(role, right)
  const reasonNot = (right: Right | readonly Right[]): string | null => {
    if (workspace.plan === 'lapsed')
      return 'The trial or subscription has ended: everything can be read, nothing changed.'
    return mayNow(right) ? null : lackOf(role, right)
  }
  return {
    ...workspace,
    may: mayNow,
    reasonNot,
    can: (right: Right) => reasonNot(right) === null,
  }
}

import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../shared/api.ts'
import { storeFor } from '../shared/browser-store.ts'
import { HELD, HELD_RIGHTS, lackOf, may, mayPriceByHand } from '../../../server/src/shared/rights.ts'
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

/** A right, or to see all customers: who is held to their own may not. */
type Need = Right | 'all'

/**
 * The workspace of the present page. `may(right)`: whether the role of the person has it, or one of several.
 * `reasonNot(right)`: why they cannot act by it now, as the role or the plan does not allow it, or null; `can` is that
 * there is no reason.
 */
export function useWorkspace() {
  const { slug } = useParams({ from: '/w/$slug' })
  const { data: workspace } = useSuspenseQuery(workspaceQuery(slug))
  const { role, onlyOwnCustomers: isHeld } = workspace.me
  const roleMay = (need: Need) =>
    need === 'all' || (need === 'pricesByHand' ? mayPriceByHand(role, workspace.deskSetsPrices) : may(role, need))
  const isLeft = (need: Need) => !isHeld || (need !== 'all' && HELD_RIGHTS.includes(need))
  const mayNow = (needs: Need | readonly Need[]): boolean =>
    [needs].flat().some((need) => roleMay(need) && isLeft(need))
  const reasonNot = (needs: Need | readonly Need[]): string | null => {
    if (workspace.plan === 'lapsed')
      return 'The trial or subscription has ended: everything can be read, nothing changed.'
    if (mayNow(needs)) return null
    const lacked = [needs].flat().filter((need) => need !== 'all')
    return [needs].flat().some(roleMay) ? HELD : lackOf(role, lacked)
  }
  return {
    ...workspace,
    may: mayNow,
    reasonNot,
    can: (need: Need) => reasonNot(need) === null,
  }
}

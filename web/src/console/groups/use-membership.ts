import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ApiError } from '../../shared/api.ts'
import type { operations } from '../../shared/app-api.d.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { notifyWithUndo, notify } from '../../shared/toasts.tsx'
import { undoAct } from '../activity/undo.tsx'
import { refreshTerms } from '../customers/terms-owner.ts'
import { useWorkspace } from '../workspace-context.tsx'

type CustomersEdit = operations['editCustomers']['requestBody']['content']['application/json']
type CustomersChange = CustomersEdit['change']
export type ChosenCustomers = CustomersEdit['customers']
type SeenImpact = Pick<CustomersEdit, 'seenMoves'>

/** The question what another price group would do to the prices of customers. `group` is undefined: not chosen yet. */
export function useMembershipImpact(customers: ChosenCustomers, group: string | null | undefined) {
  const { slug } = useWorkspace()
  const { data, error, isFetching } = useQuery({
    ...movesQuery(slug, { customers, group: group ?? null }),
    enabled: group !== undefined && !('ids' in customers && customers.ids.length === 0),
  })
  return { moves: isFetching ? undefined : data, error }
}

function movesQuery(slug: string, body: { customers: ChosenCustomers; group: string | null }) {
  return queryOptions({
    queryKey: ['console', slug, 'price-groups', 'moves', body],
    queryFn: async ({ signal }) => {
      const params = { path: { slug } }
      return (await api.POST('/app-api/console/{slug}/customers/price-moves', { params, body, signal })).data
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** Changes one field of customers, and offers to undo it where that is kept. `done` is what is told then. */
export function useEditCustomers() {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  return async (
    customers: ChosenCustomers,
    change: CustomersChange,
    { done, seenMoves }: SeenImpact & { done: string },
  ) => {
    try {
      const edited = { customers, change, ...(seenMoves !== undefined && { seenMoves }) }
      const { found, changed, undo } = (
        await api.POST('/app-api/console/{slug}/customers/bulk', { params: { path: { slug } }, body: edited })
      ).data
      if (changed === 0) notify(`${counted(found, 'customer')}: nothing to change.`)
      else if (undo === null) notify(done)
      else {
        notifyWithUndo(done, () =>
          undoAct(slug, { kind: 'customer_edit', id: undo }).finally(() => refreshTerms(queryClient, slug)),
        )
      }
      void refreshTerms(queryClient, slug)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) void refreshTerms(queryClient, slug)
      throw error
    }
  }
}

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, LIVE_MS } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { portalQuery, usePortal } from '../portal-context.tsx'

export type Colleague = components['schemas']['Colleague']
export type ApprovalRequest = components['schemas']['ApprovalRequest']
export type RequestWithLines = ApprovalRequest & { basket: components['schemas']['Basket'] }

/** All who buy for the customer. */
export function colleaguesQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'colleagues'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/colleagues', { params: { path: { slug } }, signal })).data,
  })
}

/** The own requests for approval, and those of colleagues that the buyer may approve. */
export function requestsQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'approval-requests'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/approval-requests', { params: { path: { slug } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

export function requestQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'approval-requests', id],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id } }
      return (await api.GET('/app-api/portal/{slug}/approval-requests/{id}', { params, signal })).data
    },
  })
}

/** Shows what became of the requests, wherever they are counted. */
export function useRequestsChanged(): () => void {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries(portalQuery(slug))
    void queryClient.invalidateQueries({ ...requestsQuery(slug), exact: true })
  }
}

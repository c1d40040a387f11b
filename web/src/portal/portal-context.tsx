import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../shared/api.ts'
import { storeFor } from '../shared/browser-store.ts'
import { PREVIEW_ONLY, preview } from './preview.ts'

/** The trade portal, and who looks at it. */
export function portalQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'portal'],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/app-api/portal/{slug}/portal', { params: { path: { slug } }, signal })
      if (data.me.personId !== null) storeFor(data.me.personId)
      return data
    },
    staleTime: 10_000,
  })
}

/** The portal of the present page, with `reasonNotToOrder`: why the buyer cannot order now, or null. */
export function usePortal() {
  const { slug } = useParams({ from: '/t/$slug' })
  const { data: portal } = useSuspenseQuery(portalQuery(slug))
  const reasonNotToOrder = preview ? PREVIEW_ONLY : portal.takesOrders ? null : 'Orders are not taken now.'
  return { ...portal, slug, reasonNotToOrder }
}

import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../shared/api.ts'

/** The trade portal, and the buyer who looks at it. */
export function portalQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'portal'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/portal', { params: { path: { slug } }, signal })).data!.data,
    staleTime: 10_000,
  })
}

/** The portal of the present page, with `reasonNotToOrder`: why the buyer cannot order now, or null. */
export function usePortal() {
  const slug = useSlug()
  const { data: portal } = useSuspenseQuery(portalQuery(slug))
  return { ...portal, slug, reasonNotToOrder: portal.takesOrders ? null : 'Orders are not taken now.' }
}

/** The address of the wholesaler, from the path. */
export function useSlug(): string {
  return (useParams({ strict: false }) as { slug: string }).slug
}

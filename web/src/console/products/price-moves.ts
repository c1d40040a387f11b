import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ApiError } from '../../shared/api.ts'
import type { components, operations } from '../../shared/app-api.d.ts'
import { useRested } from '../use-rested.ts'
import { useWorkspace } from '../workspace-context.tsx'

export type PriceMoves = components['schemas']['PriceMoves']
type Asked = operations['previewPriceMoves']['requestBody']['content']['application/json']

/** The question what another brand, category or list of customers would do to prices. */
export function priceMovesQuery(slug: string, asked: Asked) {
  return queryOptions({
    queryKey: ['console', slug, 'products', 'price-moves', asked],
    queryFn: async ({ signal }) => {
      const params = { path: { slug } }
      return (await api.POST('/app-api/console/{slug}/products/price-moves', { params, body: asked, signal })).data
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** The answer once typing rests; undefined until then. Null asks nothing. */
export function usePriceMoves(asked: Asked | null): { moves: PriceMoves | undefined; error: unknown } {
  const { slug } = useWorkspace()
  const { rested, isRested } = useRested(asked)
  const { data, error, isFetching } = useQuery({
    ...priceMovesQuery(slug, rested ?? { products: { ids: [] }, change: {} }),
    enabled: rested !== null,
  })
  return { moves: isRested && !isFetching ? data : undefined, error }
}

/** Whether the service refused an act because prices would move in another way than was shown. */
export function isOtherMoves(error: unknown): boolean {
  return error instanceof ApiError && error.issues.some(({ path }) => path === 'seenMoves')
}

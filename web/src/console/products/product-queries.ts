import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, ApiError, LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components, operations } from '../../shared/app-api.d.ts'
import { parseSort } from '../../shared/list.ts'
import { PAGE_SIZE, pageWindow } from '../../shared/search-params.ts'
import type { SearchTexts } from '../../shared/search-params.ts'
import { findSimilar, SIMILAR } from '../../shared/similar.ts'
import { firstProducts, suggestSearch } from '../choices.ts'
import { useRested } from '../use-rested.ts'
import { useWorkspace } from '../workspace-context.tsx'

export type ListedProduct = components['schemas']['ListedProduct']
export type EditedProduct = components['schemas']['EditedProduct']

/** The parameters of the address that filter products. */
export const PRODUCT_FILTERS = [
  'q',
  'brand',
  'category',
  'availability',
  'active',
  'visibility',
  'withoutPrice',
] as const

export type ProductFilter = { [Name in (typeof PRODUCT_FILTERS)[number]]?: string }

/** The filter of an address, for the service. */
export function filterOf(search: SearchTexts): ProductFilter {
  return Object.fromEntries(PRODUCT_FILTERS.filter((name) => search[name]).map((name) => [name, search[name]]))
}

/** What the list is sorted by: a search by relevance, all else by name, until a column is chosen. */
export function sortOf(search: SearchTexts) {
  return search['sort'] || !search['q'] ? parseSort(search['sort'], { key: 'name', descending: false }) : undefined
}

type ProductSort = NonNullable<
  NonNullable<import('../../shared/app-api.d.ts').operations['listProducts']['parameters']['query']>['sort']
>

export function productsQuery(slug: string, search: SearchTexts) {
  const filter = filterOf(search)
  const sort = sortOf(search)
  const page = search['page']
  return queryOptions({
    queryKey: ['console', slug, 'products', 'list', filter, sort, page],
    queryFn: ({ signal }) =>
      api.GET('/app-api/console/{slug}/products', {
        params: {
          path: { slug },
          query: {
            ...(filter as object),
            ...(sort && { sort: sort.key as ProductSort, direction: sort.descending ? 'desc' : 'asc' }),
            ...pageWindow(page),
          },
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
}

/** What the search finds when it is written in another way, beside the products that are shown. */
export function similarQuery(slug: string, search: SearchTexts, shown: readonly ListedProduct[]) {
  const filter = filterOf(search) as object
  return queryOptions({
    queryKey: ['console', slug, 'products', 'similar', filter],
    queryFn: async ({ signal }) =>
      findSimilar(shown, await suggestSearch(slug, { ...filter, q: search['q']! }, signal), (q) =>
        firstProducts(slug, { ...filter, q, limit: SIMILAR }, signal),
      ),
  })
}

/** How many products match: asked apart, so that the list never waits for it. */
export function productCountQuery(slug: string, search: SearchTexts) {
  const filter = filterOf(search)
  return queryOptions({
    queryKey: ['console', slug, 'products', 'count', filter],
    queryFn: async ({ signal }) => {
      const params = { path: { slug }, query: filter as object }
      return (await api.GET('/app-api/console/{slug}/products/count', { params, signal })).data.count
    },
    refetchInterval: LIVE_MS,
  })
}

export function productQuery(slug: string, id: string) {
  return dataQuery(
    ['console', slug, 'products', id],
    '/app-api/console/{slug}/products/{id}',
    { path: { slug, id } },
    { refetchInterval: LIVE_MS },
  )
}

export function listPricesQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['console', slug, 'products', id, 'list-prices'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/products/{id}/list-prices', { params: { path: { slug, id } }, signal }))
        .data,
    refetchInterval: LIVE_MS,
  })
}

/** `customer` is an id or account code; empty for none. */
export function priceStepsQuery(slug: string, id: string, customer: string) {
  return dataQuery(
    ['console', slug, 'products', id, 'price-steps', customer],
    '/app-api/console/{slug}/products/{id}/price-steps',
    { path: { slug, id }, query: { ...(customer && { customer }) } },
    { refetchInterval: LIVE_MS },
  )
}

export function customerPricesQuery(slug: string, id: string, page: string | undefined) {
  return queryOptions({
    queryKey: ['console', slug, 'products', id, 'customer-prices', page],
    queryFn: ({ signal }) =>
      api.GET('/app-api/console/{slug}/products/{id}/customer-prices', {
        params: { path: { slug, id }, query: pageWindow(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function historyQuery(slug: string, id: string, page: string | undefined) {
  return queryOptions({
    queryKey: ['console', slug, 'products', id, 'history', page],
    queryFn: ({ signal }) =>
      api.GET('/app-api/console/{slug}/products/{id}/history', {
        params: { path: { slug, id }, query: pageWindow(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** The person's open draft, which edited list prices go into; null while there is none. */
export function ownDraftQuery(slug: string) {
  return dataQuery(
    ['console', slug, 'price-changes', 'own'],
    '/app-api/console/{slug}/price-changes/own',
    { path: { slug } },
    { refetchInterval: LIVE_MS },
  )
}

/** Drafts that a new list price can go into, newest first. */
export function draftsQuery(slug: string) {
  return dataQuery(['console', slug, 'price-changes', 'drafts'], '/app-api/console/{slug}/price-changes', {
    path: { slug },
    query: { status: 'draft' as const, limit: PAGE_SIZE },
  })
}

export type PriceImpact = components['schemas']['PriceImpact']
type Asked = operations['previewPriceMoves']['requestBody']['content']['application/json']

/** The question what another brand, category or list of customers would do to prices. */
export function priceImpactQuery(slug: string, asked: Asked) {
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
export function usePriceImpact(asked: Asked | null): { moves: PriceImpact | undefined; error: unknown } {
  const { slug } = useWorkspace()
  const { rested, isRested } = useRested(asked)
  const { data, error, isFetching } = useQuery({
    ...priceImpactQuery(slug, rested ?? { products: { ids: [] }, change: {} }),
    enabled: rested !== null,
  })
  return { moves: isRested && !isFetching ? data : undefined, error }
}

/** Whether the service refused an act because prices would move in another way than was shown. */
export function isOtherImpact(error: unknown): boolean {
  return error instanceof ApiError && error.issues.some(({ path }) => path === 'seenMoves')
}

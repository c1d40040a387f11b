import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { CATALOGUE_SORTS } from '../../../../server/src/shared/limits.ts'
import { api, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { readAvailability } from '../../shared/filter-choices.ts'
import { pageWindow } from '../../shared/search-params.ts'
import type { SearchTexts } from '../../shared/search-params.ts'
import { findSimilar, SIMILAR, withSimilar } from '../../shared/similar.ts'

export type Product = components['schemas']['BuyersProduct']
export type Groups = components['schemas']['BuyersGroups']
export type ProductPage = components['schemas']['BuyersProductPage']

/** What the catalogue is searched by, as texts of its address. */
type CatalogueSearch = Partial<
  Record<'q' | 'brand' | 'category' | 'availability' | 'details' | 'sort' | 'page', string | undefined>
>

/** The filter of an address, for the service. */
function filterOf({ q, ...search }: CatalogueSearch) {
  return { ...(q && { q }), ...groupFilterOf(search) }
}

/** The part of it that brands and categories are counted by. */
function groupFilterOf({ brand, category, availability, details }: CatalogueSearch) {
  const known = readAvailability(availability)
  return {
    ...(brand && { brand }),
    ...(category && { category }),
    ...(known && { availability: known }),
    ...(category && details && { details }),
  }
}

/** The values of details in an address, by name. */
export function detailsOf({ details }: SearchTexts): Record<string, string> {
  try {
    return JSON.parse(details ?? '{}')
  } catch {
    return {}
  }
}

/** The same with one value changed, as a text of the address. */
export function withDetail(search: SearchTexts, name: string, value: string | undefined): string | undefined {
  const changed = JSON.stringify({ ...detailsOf(search), [name]: value })
  return changed === '{}' ? undefined : changed
}

export function productsQuery(slug: string, search: CatalogueSearch) {
  const sort = CATALOGUE_SORTS.find((name) => name === search.sort)
  const query = { ...filterOf(search), ...(sort && { sort }), ...pageWindow(search.page) }
  return queryOptions({
    queryKey: ['portal', slug, 'products', query],
    queryFn: ({ signal }) => api.GET('/app-api/portal/{slug}/products', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What the search finds when it is written in another way, beside the products that are shown. */
export function similarQuery(slug: string, search: CatalogueSearch, shown: readonly Product[]) {
  const filter = filterOf(search)
  return queryOptions({
    queryKey: ['portal', slug, 'similar products', filter],
    queryFn: async ({ signal }) =>
      findSimilar(shown, await suggestSearch(slug, { ...filter, q: search.q! }, signal), (q) =>
        firstProducts(slug, { ...filter, q }, signal),
      ),
  })
}

/** The first products that match what is typed, or what it may mean. */
export function findProducts(slug: string, q: string, signal: AbortSignal) {
  return withSimilar(
    q,
    () => suggestSearch(slug, { q }, signal),
    (written) => firstProducts(slug, { q: written }, signal),
  )
}

type Filter = ReturnType<typeof filterOf> & { q: string }

async function firstProducts(slug: string, filter: Filter, signal: AbortSignal): Promise<Product[]> {
  const params = { path: { slug }, query: { ...filter, limit: SIMILAR, offset: 0 } }
  return (await api.GET('/app-api/portal/{slug}/products', { params, signal })).data
}

async function suggestSearch(slug: string, query: Filter, signal: AbortSignal): Promise<string | null> {
  const params = { path: { slug }, query }
  return (await api.GET('/app-api/portal/{slug}/products/suggestion', { params, signal })).data.q
}

export function productQuery(slug: string, id: string, qty: number) {
  return dataQuery(['portal', slug, 'product', id, qty], '/app-api/portal/{slug}/products/{id}', {
    path: { slug, id },
    query: { qty },
  })
}

/** Brands and categories of what the buyer can see, and the number of products that pass the filter without its words. */
export function groupsQuery(slug: string, search: CatalogueSearch) {
  const query = groupFilterOf(search)
  return dataQuery(
    ['portal', slug, 'groups', query],
    '/app-api/portal/{slug}/groups',
    { path: { slug }, query },
    { staleTime: 60_000, placeholderData: keepPreviousData },
  )
}

/** What goes with a product. */
export function relatedQuery(slug: string, id: string) {
  return dataQuery(['portal', slug, 'related', id], '/app-api/portal/{slug}/products/{id}/related', {
    path: { slug, id },
  })
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { readAvailability } from '../../shared/availability.ts'
import { pageWindow } from '../../shared/search-params.ts'
import { findSimilar, SIMILAR, withSimilar } from '../../shared/similar.ts'

export type Product = components['schemas']['BuyersProduct']
export type ProductPage = components['schemas']['BuyersProductPage']

/** What the catalogue is searched by, as texts of its address. */
export type CatalogueSearch = { q?: string; brand?: string; category?: string; availability?: string; page?: string }

/** The filter of an address, for the service. */
function filterOf({ q, brand, category, availability }: CatalogueSearch) {
  const known = readAvailability(availability)
  return {
    ...(q && { q }),
    ...(brand && { brand }),
    ...(category && { category }),
    ...(known && { availability: known }),
  }
}

export function productsQuery(slug: string, search: CatalogueSearch) {
  const query = { ...filterOf(search), ...pageWindow(search.page) }
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
  return queryOptions({
    queryKey: ['portal', slug, 'product', id, qty],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id }, query: { qty } }
      return (await api.GET('/app-api/portal/{slug}/products/{id}', { params, signal })).data
    },
  })
}

/** Brands and categories of what the buyer can see. */
export function groupsQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug, 'groups'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/portal/{slug}/groups', { params: { path: { slug } }, signal })).data,
    staleTime: 60_000,
  })
}

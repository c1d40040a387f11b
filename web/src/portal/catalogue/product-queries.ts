import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { readAvailability } from '../../shared/availability.ts'
import { pageWindow } from '../../shared/search-params.ts'

export type Product = components['schemas']['BuyersProduct']
export type ProductPage = components['schemas']['BuyersProductPage']

/** What the catalogue is searched by, as texts of its address. */
export type CatalogueSearch = { q?: string; brand?: string; category?: string; availability?: string; page?: string }

export function productsQuery(slug: string, { q, brand, category, availability, page }: CatalogueSearch) {
  const known = readAvailability(availability)
  const query = {
    ...(q && { q }),
    ...(brand && { brand }),
    ...(category && { category }),
    ...(known && { availability: known }),
    ...pageWindow(page),
  }
  return queryOptions({
    queryKey: ['portal', slug, 'products', query],
    queryFn: ({ signal }) => api.GET('/app-api/portal/{slug}/products', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The first products that match what is typed. */
export async function findProducts(slug: string, q: string, signal: AbortSignal): Promise<Product[]> {
  const params = { path: { slug }, query: { q, limit: 8, offset: 0 } }
  return (await api.GET('/app-api/portal/{slug}/products', { params, signal })).data
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

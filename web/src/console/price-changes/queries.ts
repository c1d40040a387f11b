import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { pageWindow } from '../../shared/search-params.ts'
import type { components, paths } from '../../shared/app-api.d.ts'

type Schemas = components['schemas']
export type PriceChange = Schemas['VersionedPriceChange']
export type ListedPriceChange = Schemas['PriceChange']
export type Review = Schemas['PriceChangeReview']
export type CustomerHit = Schemas['CustomerHit']
export type Weight = Schemas['PriceChangeWeight']
export type Line = Schemas['PreviewedPriceChangeLine']
export type Repricing = Schemas['Repricing']
export type PricedFilter = Schemas['PricedFilter']
export type LinesQuery = NonNullable<
  paths['/app-api/console/{slug}/price-changes/{id}/lines']['get']['parameters']['query']
>

/** Lines that the grid asks for at a time. */
export const WINDOW = 200

/** Everything that is asked about price changes. */
export const allKey = (slug: string) => ['console', slug, 'price-changes'] as const
/** Everything that is asked about one of them. */
export const oneKey = (slug: string, id: string) => ['console', slug, 'price-change', id] as const

export function listQuery(slug: string, { status, page }: { status?: string; page?: string }) {
  return queryOptions({
    queryKey: [...allKey(slug), { status, page }],
    queryFn: async ({ signal }) => {
      const query = { status: status as ListedPriceChange['status'], ...pageWindow(page) }
      return await api.GET('/app-api/console/{slug}/price-changes', { params: { path: { slug }, query }, signal })
    },
  })
}

export function changeQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: [...oneKey(slug, id), 'change'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/price-changes/{id}', { params: { path: { slug, id } }, signal })).data,
  })
}

/**
 * All that it does to customers.
 * @param settle waits until everything is saved that belongs to it
 */
export function reviewQuery(slug: string, id: string, settle: () => Promise<void>) {
  return queryOptions({
    queryKey: [...oneKey(slug, id), 'review'],
    queryFn: async ({ signal }) => {
      await settle()
      const params = { path: { slug, id } }
      return (await api.GET('/app-api/console/{slug}/price-changes/{id}/review', { params, signal })).data
    },
  })
}

/** What it means in money. `settle` is as above. */
export function weightQuery(slug: string, id: string, settle: () => Promise<void>) {
  return queryOptions({
    queryKey: [...oneKey(slug, id), 'review', 'weight'],
    queryFn: async ({ signal }) => {
      await settle()
      const params = { path: { slug, id } }
      return (await api.GET('/app-api/console/{slug}/price-changes/{id}/weight', { params, signal })).data
    },
  })
}

export const linesKey = (slug: string, id: string) => [...oneKey(slug, id), 'lines'] as const

/** The lines from a position on, as many as `WINDOW`. */
export function windowQuery(slug: string, id: string, filter: LinesQuery, window: number) {
  return queryOptions({
    queryKey: [...linesKey(slug, id), filter, window],
    queryFn: async ({ signal }) => {
      const query = { ...filter, limit: WINDOW, offset: window * WINDOW }
      const params = { path: { slug, id }, query }
      return (await api.GET('/app-api/console/{slug}/price-changes/{id}/lines', { params, signal })).data
    },
    staleTime: Infinity,
  })
}

/** Its lines with the largest changes, up or down: of a bar of its review, or of all. */
export function largestLinesQuery(slug: string, id: string, bar: number | undefined) {
  return queryOptions({
    queryKey: [...linesKey(slug, id), 'largest', bar],
    queryFn: async ({ signal }) => {
      const query = { sort: 'size' as const, descending: true, limit: 10, ...(bar !== undefined && { bar }) }
      const params = { path: { slug, id }, query }
      return (await api.GET('/app-api/console/{slug}/price-changes/{id}/lines', { params, signal })).data
    },
  })
}

export function historyQuery(slug: string, id: string, page: string | undefined) {
  return queryOptions({
    queryKey: [...oneKey(slug, id), 'history', page],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id }, query: pageWindow(page) }
      return await api.GET('/app-api/console/{slug}/price-changes/{id}/history', { params, signal })
    },
  })
}

import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { api, dataQuery } from '../../shared/api.ts'
import { pageWindow } from '../../shared/search-params.ts'
import type { components, paths } from '../../shared/app-api.d.ts'
import { useCallback, useState } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import { useNavigate } from '@tanstack/react-router'
import { looksWrong } from '../../../../server/src/shared/price-impact.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { notify } from '../../shared/toasts.tsx'

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
const WINDOW = 200

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
  return dataQuery([...oneKey(slug, id), 'change'], '/app-api/console/{slug}/price-changes/{id}', {
    path: { slug, id },
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
function windowQuery(slug: string, id: string, filter: LinesQuery, window: number) {
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

/** The first of its lines whose new price looks wrong. */
export function wrongLinesQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: [...linesKey(slug, id), 'wrong'],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id }, query: { sort: 'look' as const, limit: 5 } }
      const { data } = await api.GET('/app-api/console/{slug}/price-changes/{id}/lines', { params, signal })
      return data.lines.filter(looksWrong)
    },
    staleTime: 0,
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

export type Lines = {
  /** How many match; undefined until it is known. */
  total: number | undefined
  /** The line at a position, where it is here already. */
  lineAt: (row: number) => Line | undefined
  /** The lines from one position to another, both included, asked for where they are not here. */
  fetchLines: (first: number, last: number) => Promise<Line[]>
  error: unknown
}

/** The lines that match, asked for window by window as they come into sight. */
export function useLines(id: string, filter: LinesQuery, sight: { first: number; last: number }): Lines {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const filterKey = JSON.stringify(filter)
  const windows = windowsOf(sight.first, sight.last)
  const results = useQueries({ queries: windows.map((window) => windowQuery(slug, id, filter, window)) })
  const known = results.find(({ data }) => data)?.data?.total
  const [last, setLast] = useState({ filterKey, total: known })
  if (known !== undefined && (last.total !== known || last.filterKey !== filterKey))
    setLast({ filterKey, total: known })
  const lineAt = useCallback(
    (row: number) => {
      const window = Math.floor(row / WINDOW)
      return client.getQueryData(windowQuery(slug, id, JSON.parse(filterKey) as LinesQuery, window).queryKey)?.lines[
        row % WINDOW
      ]
    },
    [client, slug, id, filterKey],
  )
  const fetchLines = useCallback(
    async (first: number, last: number) => {
      const pages = []
      for (const window of windowsOf(first, last)) {
        pages.push(await client.ensureQueryData(windowQuery(slug, id, JSON.parse(filterKey) as LinesQuery, window)))
      }
      const lines = pages.flatMap((page) => page.lines)
      const skipped = first - Math.floor(first / WINDOW) * WINDOW
      return lines.slice(skipped, skipped + last - first + 1)
    },
    [client, slug, id, filterKey],
  )
  return {
    total: known ?? (last.filterKey === filterKey ? last.total : undefined),
    lineAt,
    fetchLines,
    error: results.find(({ error }) => error)?.error,
  }
}

function windowsOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / WINDOW)
  const to = Math.floor(Math.max(0, last) / WINDOW)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** Goes to a draft that was just made, and says how many lines it has. */
export function useOpenDraft() {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async ({ id, lineCount }: { id: string; lineCount: number }) => {
    void client.invalidateQueries({ queryKey: allKey(slug) })
    await navigate({ to: '/w/$slug/price-changes/$id', params: { slug, id } })
    notify(`A new draft with ${counted(lineCount, 'line')}.`)
  }
}

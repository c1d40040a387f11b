import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import { WINDOW, windowQuery } from './queries.ts'
import type { Line, LinesQuery } from './queries.ts'

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

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The parameters of an address, each a text. A page's `validateSearch` keeps those that it knows. */
export type SearchTexts = Record<string, string | undefined>

/** Reads the query of an address, as any link would be written. The last of several values counts. */
export function parseSearch(query: string): SearchTexts {
  return Object.fromEntries(new URLSearchParams(query))
}

/** Writes the query of an address; what is undefined or empty is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}

/** Makes a `validateSearch` that keeps the named parameters, as texts, and drops all others. */
export function texts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [N in Name]?: string } =>
    Object.fromEntries(
      names
        .filter((name) => search[name] !== undefined && search[name] !== '')
        .map((name) => [name, String(search[name])]),
    ) as { [N in Name]?: string }
}

/** A page number from 1 in the address; anything else is the first page. */
export function pageNumber(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

/** How many rows a page of a list has. */
export const PAGE_SIZE = 50

/** What to ask for, by the page in the address. */
export function pageWindow(page: string | undefined) {
  return { limit: PAGE_SIZE, offset: (pageNumber(page) - 1) * PAGE_SIZE }
}

/**
 * Changes parameters of the address, and keeps the others. A change of anything but the page leads to the first page.
 * It replaces the entry in the browser's history, so that Back leaves the list; `push` adds an entry. `toTop` scrolls
 * up.
 */
export function useChangeSearch(): (changes: SearchTexts, options?: { push?: boolean; toTop?: boolean }) => void {
  const navigate = useNavigate()
  const { dialog: shown }: SearchTexts = useSearch({ strict: false })
  return useCallback(
    (changes, { push = false, toTop = false } = {}) =>
      void navigate({
        to: '.',
        search: (current: SearchTexts) => {
          // A dialog that closes late leaves the one that was opened since.
          const isLate = 'dialog' in changes && changes.dialog === undefined && current['dialog'] !== shown
          return isLate ? current : { ...current, page: undefined, ...changes }
        },
        replace: !push,
        resetScroll: toTop,
      }),
    [navigate, shown],
  )
}

/** The page of a list in the address, from 1. */
export function usePage(): number {
  return pageNumber(useSearchParam('page')[0])
}

/** One parameter of the address, and how to change it. */
export function useSearchParam(name: string): [value: string, change: (value: string | null) => void] {
  const search: SearchTexts = useSearch({ strict: false })
  const changeSearch = useChangeSearch()
  const change = useCallback(
    (value: string | null) => changeSearch({ [name]: value ?? undefined }),
    [changeSearch, name],
  )
  return [search[name] ?? '', change]
}

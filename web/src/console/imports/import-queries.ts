import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TextEncoding } from '../../../../server/src/shared/text-encodings.ts'
import { api, fileBody } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LIVE_MS } from '../../shared/query-client.ts'
import { pageWindow } from '../../shared/search-params.ts'

export type Import = components['schemas']['ImportDetail']
export type ListedImport = components['schemas']['ImportSummary']
export type ImportedChange = components['schemas']['ImportedChange']
export type Reading = Import['reading']
export type Check = NonNullable<Import['check']>
export type Status = Import['status']

export type ReadingChange = components['schemas']['ImportReading']

/** How often an import that runs is asked for, in milliseconds. */
const RUNNING_MS = 2_000

/** Whether the service works on it. */
export function isRunning(status: Status): boolean {
  return status === 'checking' || status === 'importing' || status === 'undoing'
}

/** Everything about imports begins with this key. */
export function importsKey(slug: string) {
  return ['console', slug, 'imports'] as const
}

/** A page of the imports, the newest first. */
export function importsQuery(slug: string, search: { page?: string | undefined }) {
  const query = pageWindow(search.page)
  return queryOptions({
    queryKey: [...importsKey(slug), 'list', query],
    queryFn: ({ signal }) => api.GET('/app-api/console/{slug}/imports', { params: { path: { slug }, query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isRunning(status)) ? RUNNING_MS : LIVE_MS),
  })
}

export function importsByDayQuery(slug: string) {
  return queryOptions({
    queryKey: [...importsKey(slug), 'by-day'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/imports/by-day', { params: { path: { slug } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

/** One import: its file, how it is read, what its check found, and how far it has come. */
export function importQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: [...importsKey(slug), id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/imports/{id}', { params: { path: { slug, id } }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.status) ? RUNNING_MS : LIVE_MS),
  })
}

/**
 * A page of what an import changed, in the order of the file; `kept` is what an undo has left. Asked for anew with each
 * step: there may be more, or something else to say of it.
 */
export function importChangesQuery(
  slug: string,
  id: string,
  { page, kept }: { page?: string; kept?: string },
  step: string,
) {
  const query = { ...pageWindow(page), ...(kept && { outcome: 'kept' as const }) }
  return queryOptions({
    queryKey: [...importsKey(slug), id, 'changes', query, step],
    queryFn: ({ signal }) =>
      api.GET('/app-api/console/{slug}/imports/{id}/changes', {
        params: { path: { slug, id }, query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** What a file holds, and how it is encoded, where a person says so. Else the file tells it. */
export type Said = { kind?: Import['kind']; encoding?: TextEncoding }

export async function uploadFile(slug: string, file: File, said: Said): Promise<Import> {
  return (
    await api.POST('/app-api/console/{slug}/imports', {
      params: { path: { slug }, query: { name: file.name, ...said } },
      ...fileBody(file),
    })
  ).data
}

export async function setReading(slug: string, id: string, body: ReadingChange): Promise<Import> {
  return (
    await api.PUT('/app-api/console/{slug}/imports/{id}/reading', {
      params: { path: { slug, id } },
      body,
    })
  ).data
}

export type Move = 'check' | 'start' | 'stop'

/** Checks the file, imports it or goes on with that, stops either, or undoes the import. */
export async function moveImport(slug: string, id: string, move: Move): Promise<Import> {
  return (await api.POST(`/app-api/console/{slug}/imports/{id}/${move}`, { params: { path: { slug, id } } })).data
}

/** Removes the file, with what it changed: an import can no longer be undone then. */
export async function removeImport(slug: string, id: string): Promise<void> {
  await api.DELETE('/app-api/console/{slug}/imports/{id}', { params: { path: { slug, id } } })
}

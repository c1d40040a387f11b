import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { TextEncoding } from '../../../../server/src/shared/text-encodings.ts'
import { api, fileBody, LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { pageWindow } from '../../shared/search-params.ts'
import { useRef, useState, useEffect } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import { useNavigate } from '@tanstack/react-router'

export type Import = components['schemas']['ImportDetail']
export type ListedImport = components['schemas']['ImportSummary']
export type ImportedChange = components['schemas']['ImportedChange']
type Reading = Import['reading']
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
  return dataQuery(
    [...importsKey(slug), 'by-day'],
    '/app-api/console/{slug}/imports/by-day',
    { path: { slug } },
    { refetchInterval: LIVE_MS },
  )
}

/** One import: its file, how it is read, what its check found, and how far it has come. */
export function importQuery(slug: string, id: string) {
  return dataQuery(
    [...importsKey(slug), id],
    '/app-api/console/{slug}/imports/{id}',
    { path: { slug, id } },
    { refetchInterval: ({ state }) => (state.data && isRunning(state.data.status) ? RUNNING_MS : LIVE_MS) },
  )
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
type Said = { kind?: Import['kind']; encoding?: TextEncoding }

async function uploadFile(slug: string, file: File, said: Said): Promise<Import> {
  return (
    await api.POST('/app-api/console/{slug}/imports', {
      params: { path: { slug }, query: { name: file.name, ...said } },
      ...fileBody(file),
    })
  ).data
}

async function setReading(slug: string, id: string, body: ReadingChange): Promise<Import> {
  return (
    await api.PUT('/app-api/console/{slug}/imports/{id}/reading', {
      params: { path: { slug, id } },
      body,
    })
  ).data
}

type Move = 'check' | 'start' | 'stop'

/** Checks the file, imports it or goes on with that, stops either, or undoes the import. */
async function moveImport(slug: string, id: string, move: Move): Promise<Import> {
  return (await api.POST(`/app-api/console/{slug}/imports/{id}/${move}`, { params: { path: { slug, id } } })).data
}

/** Removes the file, with what it changed: an import can no longer be undone then. */
export async function removeImport(slug: string, id: string): Promise<void> {
  await api.DELETE('/app-api/console/{slug}/imports/{id}', { params: { path: { slug, id } } })
}

type Act = Move | 'read'

/** What staff do with an import, one act after the other. A problem stays until the next act. */
export function useImportActs(id: string) {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const [pending, setPending] = useState<Act | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const { queryKey } = importQuery(slug, id)

  const run = async (what: Act, act: (present: Import) => Promise<Import>) => {
    await last.current
    setPending(what)
    setProblem(null)
    try {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, await act(client.getQueryData(queryKey)!))
      void client.invalidateQueries({ queryKey: [...importsKey(slug), 'list'] })
    } finally {
      setPending(null)
    }
  }
  /** An act waits for the one before it, whatever became of that. */
  const enqueue = (what: Act, act: (present: Import) => Promise<Import>) => {
    const running = run(what, act)
    last.current = running.catch(setProblem)
    return running
  }
  return {
    move: (what: Move) => void enqueue(what, () => moveImport(slug, id, what)).catch(() => {}),
    /** `change` is told how the file is read when its turn has come. Resolves when it is done, or has a problem. */
    read: (change: (reading: Reading) => ReadingChange) =>
      enqueue('read', ({ reading }) => setReading(slug, id, change(reading))).catch(() => {}),
    pending,
    problem,
  }
}

export type ImportActs = ReturnType<typeof useImportActs>

/** The part of the page that shows what a check found. */
export const CHECK_RESULT = 'check-result'

/** Scrolls to where the next step shows: to its progress on top, or to what the check found. */
export function useShowStep(status: Status): void {
  const before = useRef(status)
  useEffect(() => {
    if (before.current === status) return
    before.current = status
    if (isRunning(status)) window.scrollTo({ top: 0 })
    if (status === 'checked') document.getElementById(CHECK_RESULT)?.scrollIntoView()
  }, [status])
}

/** What this tab has sent, by import: a file can be read in another way without choosing it again. */
const sent = new Map<string, File>()

export function sentFile(id: string): File | undefined {
  return sent.get(id)
}

/** Sends a file, and leads to the page of its import; `instead` of another import. Its problem stays until the next one. */
export function useUpload() {
  const { slug } = useWorkspace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const send = async (file: File, { instead, ...said }: Said & { instead?: string }) => {
    setPending(true)
    setProblem(null)
    try {
      const { id, ...rest } = await uploadFile(slug, file, said)
      sent.set(id, file)
      client.setQueryData(importQuery(slug, id).queryKey, { id, ...rest })
      if (instead !== undefined) await removeImport(slug, instead)
      void client.invalidateQueries({ queryKey: [...importsKey(slug), 'list'] })
      await navigate({ to: '/w/$slug/imports/$id', params: { slug, id }, replace: instead !== undefined })
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  return { upload: (...given: Parameters<typeof send>) => void send(...given), pending, problem }
}

import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { ApiError, api, errorText } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { DraftSaver } from './draft-saver.ts'
import type { Calls } from './draft-saver.ts'
import type { CellEdit } from './cells.ts'
import { changeInBp } from '../../../../server/src/shared/read-price.ts'
import { allKey, linesKey, oneKey } from './queries.ts'
import type { PriceChange } from './queries.ts'
import { refusalText } from './words.ts'

type LinePage = components['schemas']['LinePage']

/** `versions` are those that edits of this page have made. */
type Saves = { saver: DraftSaver; versions: Set<string> }

const SavesContext = createContext<Saves | null>(null)

/** Keeps the edits of a draft while one moves between its tabs, and asks before unsaved ones are left. */
export function SavesProvider({ change, children }: { change: PriceChange; children: ReactNode }) {
  const { slug, currency } = useWorkspace()
  const client = useQueryClient()
  const [saves] = useState<Saves>(() => {
    const versions = new Set([change.version])
    return { versions, saver: new DraftSaver(callsOf({ client, slug, id: change.id, currency, versions })) }
  })
  const { saver, versions } = saves
  const { pending } = useSyncExternalStore(saver.subscribe, saver.state)
  useEffect(() => {
    addEventListener('online', saver.retry)
    return () => removeEventListener('online', saver.retry)
  }, [saver])
  // Somebody else has changed the lines, or another page of this person.
  useEffect(() => {
    if (versions.has(change.version)) return
    versions.add(change.version)
    void client.invalidateQueries({ queryKey: linesKey(slug, change.id) })
    void client.invalidateQueries({ queryKey: [...oneKey(slug, change.id), 'review'] })
  }, [change.version, change.id, versions, client, slug])
  return (
    <SavesContext value={saves}>
      <LeaveGuard when={pending.size > 0} />
      {children}
    </SavesContext>
  )
}

export function useSaver(): DraftSaver {
  const saves = use(SavesContext)
  if (!saves) throw new Error('There is no SavesProvider around this.')
  return saves.saver
}

export function useSaveState() {
  const saver = useSaver()
  return useSyncExternalStore(saver.subscribe, saver.state)
}

type Place = { client: QueryClient; slug: string; id: string; currency: string; versions: Set<string> }

function callsOf({ client, slug, id, currency, versions }: Place): Calls {
  const path = { slug, id }
  const amount = (price: number | null) => (price === null ? 'removed' : formatMoney(price, currency))
  return {
    amount,
    failure: (error) => ({
      text: errorText(error),
      mayPass: error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500),
    }),
    why: (refusal) => refusalText(refusal, amount),
    save: async (cells) => {
      const body = { cells: cells.map(({ productId, from, to }) => ({ productId, from, to })) }
      return (await api.POST('/app-api/console/{slug}/price-changes/{id}/cells', { params: { path }, body })).data
    },
    undo: async (edit) => {
      const params = { path: { slug, id: edit } }
      const { edit: undoing, left } = (await api.POST('/app-api/console/{slug}/edits/{id}/undo', { params })).data
      return { ...undoing!, left }
    },
    onSaved: ({ cells, version, reload }) => {
      if (version) versions.add(version)
      if (reload) void client.invalidateQueries({ queryKey: linesKey(slug, id) })
      else patchLines(client, slug, id, cells)
      for (const key of ['change', 'review', 'history']) {
        void client.invalidateQueries({ queryKey: [...oneKey(slug, id), key] })
      }
      void client.invalidateQueries({ queryKey: allKey(slug), refetchType: 'none' })
    },
  }
}

/** Shows saved prices in the lines that are here, without asking for them again. */
function patchLines(client: QueryClient, slug: string, id: string, cells: CellEdit[]): void {
  const prices = new Map(cells.map(({ productId, to }) => [productId, to]))
  client.setQueriesData<LinePage>({ queryKey: linesKey(slug, id) }, (page) => {
    if (!page?.lines.some(({ productId }) => prices.has(productId))) return page
    const lines = page.lines.map((line) => {
      const newPrice = prices.get(line.productId)
      return typeof newPrice === 'number'
        ? { ...line, newPrice, changeBp: changeInBp(line.currentPrice, newPrice) }
        : line
    })
    return { ...page, lines }
  })
}

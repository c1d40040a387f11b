import { createContext, use, useEffect, useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { PaletteAction, PaletteSearch } from './palette-action.ts'
import { PaletteDialog } from './palette-dialog.tsx'

type Registry = {
  actions: Map<string, PaletteAction[]>
  searches: Map<string, PaletteSearch>
  open: () => void
}

const Registered = createContext<Registry | null>(null)

/** Holds the palette: Ctrl or ⌘ K opens it anywhere, also in a field. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const registry = useMemo<Registry>(
    () => ({ actions: new Map(), searches: new Map(), open: () => setOpened(true) }),
    [],
  )
  useEffect(() => listenForKeys(registry), [registry])
  return (
    <Registered value={registry}>
      {children}
      {opened && (
        <PaletteDialog
          actions={uniqueByLabel([...registry.actions.values()].flat())}
          searches={[...registry.searches.values()]}
          onClose={() => setOpened(false)}
        />
      )}
    </Registered>
  )
}

/** Of two with one label the later: that of the page rather than that of every page. */
function uniqueByLabel(actions: PaletteAction[]): PaletteAction[] {
  return [...new Map(actions.map((action) => [action.label, action])).values()]
}

function useRegistry(): Registry {
  const registry = use(Registered)
  if (!registry) throw new Error('There is no PaletteProvider around this.')
  return registry
}

/** Opens the palette. */
export function useOpenPalette(): () => void {
  return useRegistry().open
}

/** Adds a page's acts to the palette while the page is there. */
export function usePaletteActions(actions: PaletteAction[]): void {
  const { actions: registered } = useRegistry()
  const own = useId()
  useEffect(() => {
    registered.set(own, actions)
    return () => void registered.delete(own)
  })
}

/** Lets the palette find things of the service: products, customers, orders. */
export function usePaletteSearch(name: string, search: PaletteSearch): void {
  const { searches } = useRegistry()
  useEffect(() => {
    searches.set(name, search)
    return () => void searches.delete(name)
  })
}

/** How long the second key of a shortcut may take, in milliseconds. */
const NEXT_KEY_MS = 1_000

function listenForKeys(registry: Registry): () => void {
  let before = { key: '', at: 0 }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      registry.open()
      return
    }
    const target = event.target as HTMLElement
    const isTyping = target.isContentEditable || target.closest('input, textarea, select, [role=grid], [role=dialog]')
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return
    const key = event.key.toUpperCase()
    const pressed = event.timeStamp - before.at < NEXT_KEY_MS ? `${before.key} ${key}` : key
    const action = [...registry.actions.values()]
      .flat()
      .find(({ shortcut }) => shortcut === pressed || shortcut === key)
    before = { key, at: event.timeStamp }
    if (!action || action.disabledReason) return
    event.preventDefault()
    action.run()
  }
  // Before any field or table sees the key.
  addEventListener('keydown', onKeyDown, { capture: true })
  return () => removeEventListener('keydown', onKeyDown, { capture: true })
}

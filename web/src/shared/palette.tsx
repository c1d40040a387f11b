import { Kbd, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useId, useMemo, useState, useLayoutEffect, useRef } from 'react'
import type { ReactNode, KeyboardEvent } from 'react'
import { LiveRegion } from './empty.tsx'
import { matchActions } from './palette-action.ts'
import type { PaletteAction, PaletteSearch } from './palette-action.ts'
import styles from './palette.module.css'

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
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
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

type PaletteDialogProps = { actions: PaletteAction[]; searches: PaletteSearch[]; onClose: () => void }

/**
 * The palette itself: type a few letters, choose by arrows, Enter. A plain dialog of the browser is small enough to
 * come with the shell, so that nothing is lost of what is typed right after Ctrl K.
 */
export function PaletteDialog({ actions, searches, onClose }: PaletteDialogProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const found = useFound(text, searches)
  const isExact = ({ code }: PaletteAction) => code?.toLowerCase() === text.trim().toLowerCase()
  const offered = [
    ...found.filter(isExact),
    ...matchActions(actions, text),
    ...found.filter((action) => !isExact(action)),
  ]
  const at = Math.min(chosen, Math.max(0, offered.length - 1))

  useLayoutEffect(() => dialog.current!.showModal(), [])
  // It returns a promise in newer browsers, which is no way to end an effect.
  useEffect(() => void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at])

  const run = (action: PaletteAction | undefined) => {
    if (!action || action.disabledReason) return
    // Gives the focus back before the act takes it.
    dialog.current!.close()
    action.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen((at + step + offered.length) % Math.max(1, offered.length))
    else if (event.key === 'Enter') run(offered[at])
    else return
    event.preventDefault()
  }

  return (
    // Escape closes it for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label="Search or jump to…"
      className={styles.dialog}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <TextInput
        data-mantine-stop-propagation
        size="md"
        variant="unstyled"
        px="md"
        placeholder="Search or jump to…"
        aria-label="Search or jump to…"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={offered.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label="What it offers" className={styles.list} tabIndex={-1}>
        {offered.map((action, index) => (
          // The keys are those of the field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={action.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={action.disabledReason ? true : undefined}
            className={styles.option}
            onClick={() => run(action)}
            onMouseMove={() => setChosen(index)}
          >
            <span>
              {action.label}
              {action.disabledReason && (
                <Text size="xs" c="dimmed">
                  {action.disabledReason}
                </Text>
              )}
            </span>
            <span className={styles.beside}>
              {action.shortcut ? <Kbd size="xs">{action.shortcut}</Kbd> : action.group}
            </span>
          </div>
        ))}
      </div>
      <LiveRegion>
        {offered.length === 0 && (
          <Text c="dimmed" p="md">
            Nothing matches.
          </Text>
        )}
      </LiveRegion>
    </dialog>
  )
}

/** What the service finds by the text. */
function useFound(typed: string, searches: PaletteSearch[]): PaletteAction[] {
  const [text] = useDebouncedValue(typed.trim(), 150)
  const { data = [] } = useQuery({
    queryKey: ['palette', text],
    queryFn: async ({ signal }) =>
      (await Promise.all(searches.map((search) => search(text, signal).catch(() => [])))).flat(),
    enabled: isEnough(text) && searches.length > 0,
    placeholderData: keepPreviousData,
  })
  return isEnough(typed.trim()) ? data : []
}

/** A single letter is in everything; a single digit may be a number. */
function isEnough(text: string): boolean {
  return text.length > 1 || /\d/.test(text)
}

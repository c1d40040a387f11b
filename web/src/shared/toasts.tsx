import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useSyncExternalStore, useLayoutEffect, useRef } from 'react'
import { errorText } from './api.ts'
import styles from './toasts.module.css'

type Toast = {
  id: number
  message: string
  /** Shown red, and kept until it is closed. */
  failed?: boolean
  /** `opens`: the path of the page it leads to. Such a message is brief, and goes when that page is shown. */
  action?: { label: string; run: () => void; opens?: string }
}

/** How long a message stays, in milliseconds; longer with an action. */
const STAY_MS = 6_000
const STAY_WITH_ACTION_MS = 20_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something in the corner of the page, for a while. */
export function notify(message: string, { failed = false, action }: Pick<Toast, 'failed' | 'action'> = {}): void {
  const id = show({ message, failed, ...(action && { action }) })
  if (!failed) setTimeout(() => dismiss(id), action && action.opens === undefined ? STAY_WITH_ACTION_MS : STAY_MS)
}

/** Says something until the returned function is called. */
function notifyMeanwhile(message: string): () => void {
  const id = show({ message })
  return () => dismiss(id)
}

function show(toast: Omit<Toast, 'id'>): number {
  const id = ++lastId
  set([...toasts.slice(-1), { id, ...toast }])
  return id
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

/** A page is shown: what leads to it is not needed any more. */
export function dismissWayTo(path: string): void {
  set(toasts.filter(({ action }) => action?.opens !== path))
}

function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
}

/** Milliseconds after which it is said that an undo is in progress. */
const LONG = 1_000

/**
 * Says what was done, and offers to undo it.
 * @param undo takes it back; the message that it resolves to is shown, else "Undone."
 */
export function notifyWithUndo(message: string, undo: () => Promise<string | void>): void {
  const run = async () => {
    let dismissWait: (() => void) | undefined
    const wait = setTimeout(() => (dismissWait = notifyMeanwhile('Undoing …')), LONG)
    await undo().then((done) => notify(done ?? 'Undone.'), notifyFailure)
    clearTimeout(wait)
    dismissWait?.()
  }
  notify(message, { action: { label: 'Undo', run: () => void run() } })
}

/** Says what an act failed with. */
export function notifyFailure(error: unknown): void {
  notify(errorText(error), { failed: true })
}

/** The place where messages appear. It is on the page from the start, so that screen readers read what comes. */
export function Toasts() {
  const toasts = useToasts()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (toasts.length > 0) keepInSight(place.current!)
  }, [toasts])
  return (
    <div ref={place} className={`${styles.place} no-print`} role="status" aria-label="Messages">
      {toasts.map(({ id, message, failed, action }) => (
        <Paper key={id} className={styles.toast} withBorder shadow="md" p="sm" data-failed={failed || undefined}>
          <Group wrap="nowrap" justify="space-between">
            <Text size="sm">{message}</Text>
            <Group wrap="nowrap" gap={4}>
              {action && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    dismiss(id)
                    action.run()
                  }}
                >
                  {action.label}
                </Button>
              )}
              <CloseButton aria-label="Close message" onClick={() => dismiss(id)} />
            </Group>
          </Group>
        </Paper>
      ))}
    </div>
  )
}

/** What was used last: a button that is busy has lost the focus. */
let used: Element | null = null
for (const event of ['focusin', 'pointerdown']) {
  document.addEventListener(event, ({ target }) => (used = target as Element))
}

/** What was used last is not under the messages: the page scrolls as far as they cover it. */
function keepInSight(place: HTMLElement): void {
  if (!used?.isConnected || place.contains(used)) return
  const [{ top, left }, { bottom, right }] = [place, used].map((element) => element.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
  ]
  if (bottom > top && right > left) window.scrollBy({ top: bottom - top + 8 })
}

import { useSyncExternalStore } from 'react'

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
export function notifyMeanwhile(message: string): () => void {
  const id = show({ message })
  return () => dismiss(id)
}

function show(toast: Omit<Toast, 'id'>): number {
  const id = ++lastId
  set([...toasts.slice(-1), { id, ...toast }])
  return id
}

export function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

/** A page is shown: what leads to it is not needed any more. */
export function dismissWayTo(path: string): void {
  set(toasts.filter(({ action }) => action?.opens !== path))
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
}

import { useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../shared/form.tsx'
import { usePortal } from './portal-context.tsx'

/**
 * A value that this tab keeps for the buyer when the page is left or loaded anew, as on a phone that lost its
 * connection. `initial` is not kept; it has to be the same object each time. Any other value counts as unsaved. A value
 * that was not touched follows it.
 */
export function useSessionValue<T>(nameOfValue: string, initial: T) {
  const name = `${usePortal().me.id} ${nameOfValue}`
  const [value, setValue] = useState(() => read(name, initial))
  const [before, setBefore] = useState(initial)
  if (before !== initial) {
    setBefore(initial)
    if (value === before) setValue(initial)
  }
  useUnsaved(value !== initial)
  useEffect(() => {
    try {
      if (value === initial) sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, JSON.stringify(value))
    } catch {
      // There is no room: it stays on the page only.
    }
  }, [name, value, initial])
  return [value, setValue] as const
}

/** Calls `act` when the page opens, and each time the connection is back. */
export function useWhenOnline(act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const run = () => latest.current()
    run()
    addEventListener('online', run)
    return () => removeEventListener('online', run)
  }, [])
}

function read<T>(name: string, initial: T): T {
  try {
    const kept = sessionStorage.getItem(name)
    return kept === null ? initial : (JSON.parse(kept) as T)
  } catch {
    return initial
  }
}

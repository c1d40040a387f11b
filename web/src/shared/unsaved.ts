import { useEffect } from 'react'

let held = 0

/** Whether something was typed on this page that is saved nowhere. */
export function hasUnsaved(): boolean {
  return held > 0
}

/** Counts what is typed as unsaved, while `when`. */
export function useUnsaved(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined
    held++
    return () => void held--
  }, [when])
}

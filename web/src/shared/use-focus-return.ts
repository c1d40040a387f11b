import { useEffect, useRef } from 'react'

/**
 * Gives the focus back to what had it before, when the component goes: for dialogs that are taken away rather than
 * closed.
 */
export function useFocusReturn(): void {
  const before = useRef(document.activeElement)
  useEffect(() => {
    const opener = before.current
    return () => {
      // Once what traps the focus is gone too.
      setTimeout(() => opener instanceof HTMLElement && opener.isConnected && opener.focus({ preventScroll: true }))
    }
  }, [])
}

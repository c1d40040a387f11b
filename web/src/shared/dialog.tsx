import { Modal } from '@mantine/core'
import type { ModalProps } from '@mantine/core'
import { createContext, use, useEffect, useState, useRef } from 'react'

/** Where the focus starts, best first. Of a radio group, the chosen one. */
const STARTS = [
  ':is(input:not([type="hidden"], [type="radio"]:not(:checked)), textarea):enabled',
  ':is(button:enabled, a[href])',
]

/** Tells the dialog around that another one is over it, by 1, or no more, by -1. */
const Around = createContext<(more: number) => void>(() => {})

/**
 * A dialog. The focus starts in its first field, else on its first button, and on "Close" where it has none. Escape
 * closes only the one on top.
 */
export function Dialog({ children, closeOnEscape = true, ...modal }: ModalProps) {
  const [over, setOver] = useState(0)
  const [cover] = useState(() => (more: number) => setOver((before) => before + more))
  const coverAround = use(Around)
  useEffect(() => {
    if (!modal.opened) return
    coverAround(1)
    return () => coverAround(-1)
  }, [modal.opened, coverAround])
  return (
    <Modal {...modal} closeOnEscape={closeOnEscape && over === 0}>
      <Around value={cover}>
        <div ref={markStart}>{children}</div>
      </Around>
    </Modal>
  )
}

/** Mantine gives the focus to what is marked, else to the dialog's first button: that is "Close". */
export function markStart(content: HTMLElement | null): void {
  const start = STARTS.map((selector) => content?.querySelector(selector)).find(Boolean)
  start?.setAttribute('data-autofocus', '')
}

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

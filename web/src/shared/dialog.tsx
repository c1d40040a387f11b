import { Modal } from '@mantine/core'
import type { ModalProps } from '@mantine/core'

/** Where the focus starts, best first: where the form says so. Of a radio group, the chosen one. */
const STARTS = [
  '[data-start="true"]:enabled',
  ':is(input:not([type="hidden"], [type="radio"]:not(:checked)), textarea):enabled',
  ':is(button:enabled, a[href])',
]

/** A dialog. The focus starts in its first field, else on its first button, and on "Close" where it has none. */
export function Dialog({ children, ...modal }: ModalProps) {
  return (
    <Modal {...modal}>
      <div ref={markStart}>{children}</div>
    </Modal>
  )
}

/** Mantine gives the focus to what is marked, else to the dialog's first button: that is "Close". */
export function markStart(content: HTMLElement | null): void {
  const start = STARTS.map((selector) => content?.querySelector(selector)).find(Boolean)
  start?.setAttribute('data-autofocus', '')
}

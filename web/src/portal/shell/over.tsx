import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'

/** What a phone shows over the page, by its name in the address: Back closes it. */
export function useOver(name: string) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isOpen = useLocation({ select: ({ hash }) => hash === name })
  return {
    isOpen,
    open: () => void navigate({ to: '.', search: true, hash: name, resetScroll: false }),
    close: () => history.back(),
  }
}

type OverProps = { label: string; className: string | undefined; onClose: () => void; children: ReactNode }

/** A dialog of the browser, which needs no code for the focus and Escape. */
export function Over({ label, className, onClose, children }: OverProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    // Gives the focus back.
    return () => shown.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={className}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A touch beside it closes it, too, where the browser can do that.
      {...{ closedby: 'any' }}
    >
      {children}
    </dialog>
  )
}

import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'

type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** What it will do, with its figures. */
  effect: ReactNode
  /** It begins with the name of the button that opened the dialog. */
  confirmLabel: string
  /** "Keep it" where "Cancel" could be misread. */
  cancelLabel?: string
  /** For big acts: a name to type first. */
  typedName?: string | undefined
  /** Whether it destroys something. */
  danger?: boolean
  /** Said while it runs, where that takes long. */
  whilePending?: string | undefined
  /** While its effect is not known yet. */
  disabled?: boolean
  onConfirm: () => Promise<unknown>
  /** More fields, such as a reason. */
  children?: ReactNode | ((fieldError: (path: string) => string | undefined) => ReactNode)
}

/** Asks before an act, saying its effect. Past a threshold, the page passes a name that has to be typed. */
export function ConfirmDialog({
  effect,
  confirmLabel,
  typedName,
  danger,
  disabled = false,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const isTyped = typedName === undefined || typed.trim() === typedName.trim()
  const close = () => {
    setTyped('')
    dialog.onClose()
  }
  return (
    <FormDialog
      {...dialog}
      onClose={close}
      submitLabel={confirmLabel}
      onSubmit={onConfirm}
      disabled={!isTyped || disabled}
      {...(danger && { color: 'red' })}
    >
      {(fieldError) => (
        <>
          <Text component="div">{effect}</Text>
          {typeof children === 'function' ? children(fieldError) : children}
          {typedName !== undefined && (
            <TextInput
              label={`Type “${typedName}” to go on`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

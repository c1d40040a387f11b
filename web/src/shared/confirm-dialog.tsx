import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'
import type { FormDialogProps } from './form-dialog.tsx'

type ConfirmDialogProps = Omit<FormDialogProps, 'children' | 'color' | 'onSubmit' | 'size' | 'submitLabel'> & {
  /** What it will do, with its figures. */
  effect: ReactNode
  /** It begins with the name of the button that opened the dialog; without one, it is the title. */
  confirmLabel?: string
  /** For big acts: a name to type first. */
  typedName?: string | undefined
  /** Whether it destroys something. */
  danger?: boolean
  onConfirm: () => Promise<unknown>
  /** More fields, such as a reason. */
  children?: FormDialogProps['children']
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
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

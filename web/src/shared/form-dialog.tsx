import { Button, Group, Text, TextInput } from '@mantine/core'
import type { ModalProps } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog, useFocusReturn } from './dialog.tsx'
import { SubmitForm, useUnsaved } from './form.tsx'
import { useIsAnyAsked } from './question.ts'

type FormDialogProps = {
  opened?: boolean
  onClose: () => void
  title: string
  /** It begins with the name of the button that opened the dialog; without one, it is the title. */
  submitLabel?: string | undefined
  /** Sends the form, and closes the dialog when it resolves. An ApiError's issues are shown at their fields. */
  onSubmit: () => Promise<unknown>
  size?: ModalProps['size']
  fullScreen?: boolean
  cancelLabel?: string
  /** Whether it is what asks over another dialog. */
  isOver?: boolean
  /** Said while it is sent, where that takes long. */
  whilePending?: string | undefined
  /** Whether the form cannot be sent yet. */
  disabled?: boolean
  /** Whether closing it would lose work: Escape, "Close" and a click beside it ask first. */
  hasChanges?: boolean
  color?: string
  /** The fields; `fieldError(path)` is what the service says of a field. */
  children: ReactNode | ((fieldError: (path: string) => string | undefined) => ReactNode)
}

/**
 * A dialog with a form. It keeps what was typed when sending fails. Escape and "Cancel" close it, and the focus
 * returns.
 */
export function FormDialog({
  opened = true,
  onClose,
  title,
  size = 'md',
  fullScreen = false,
  isOver = false,
  hasChanges = false,
  children,
  ...form
}: FormDialogProps) {
  const [isLeaving, setLeaving] = useState(false)
  // Escape then closes what asks, over this dialog.
  const isAskedOver = useIsAnyAsked() || isLeaving
  const { submitLabel = title, cancelLabel = 'Cancel', onSubmit, disabled, color, whilePending } = form
  return (
    <Dialog
      opened={opened}
      onClose={hasChanges ? () => setLeaving(true) : onClose}
      title={title}
      size={size}
      fullScreen={fullScreen}
      closeOnEscape={isOver || !isAskedOver}
    >
      <WhileOpen />
      <SubmitForm onSubmit={onSubmit} onDone={onClose} disabled={disabled}>
        {(fieldError, pending) => (
          <>
            {typeof children === 'function' ? children(fieldError) : children}
            {whilePending !== undefined && (
              <Text role="status" size="sm">
                {pending && whilePending}
              </Text>
            )}
            <Group justify="flex-end" mt="md">
              <Button variant="default" onClick={onClose}>
                {cancelLabel}
              </Button>
              <Button type="submit" loading={pending} disabled={disabled ?? false} {...(color && { color })}>
                {submitLabel}
              </Button>
            </Group>
          </>
        )}
      </SubmitForm>
      {/* Only then: there all along, it would hear the Escape that asks, and close. */}
      {isLeaving && (
        <Dialog opened onClose={() => setLeaving(false)} title="Close without saving?">
          <Text>Your changes are not saved.</Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={() => setLeaving(false)}>
              Keep editing
            </Button>
            <Button color="red" onClick={onClose}>
              Discard changes
            </Button>
          </Group>
        </Dialog>
      )}
    </Dialog>
  )
}

function WhileOpen() {
  useFocusReturn()
  useUnsaved(true)
  return null
}

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

/** What is said instead where the browser keeps what was typed: closing the tab then loses nothing. */
type Kept = { title: string; text: string }

/**
 * Asks before a page with unsaved changes is left, also by closing the tab. A change of the address within the page
 * asks nothing.
 */
export function LeaveGuard({ when, kept }: { when: boolean; kept?: Kept }) {
  useUnsaved(when && !kept)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when && !kept,
    withResolver: true,
  })
  const isAsked = status === 'blocked'
  return (
    <Dialog opened={isAsked} onClose={() => reset?.()} title={kept?.title ?? 'Leave without saving?'}>
      <Text>{kept?.text ?? 'What you changed on this page is not saved.'}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => reset?.()}>
          Stay
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          Leave
        </Button>
      </Group>
    </Dialog>
  )
}

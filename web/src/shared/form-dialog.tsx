import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ModalProps } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Problem } from './problem.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useSubmit } from './use-submit.ts'

type FormDialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** It begins with the name of the button that opened the dialog. */
  submitLabel: string
  /** Sends the form, and closes the dialog when it resolves. An ApiError's issues are shown at their fields. */
  onSubmit: () => Promise<unknown>
  size?: ModalProps['size']
  cancelLabel?: string
  /** Why the form cannot be sent yet, if so. */
  disabled?: boolean
  color?: string
  /** The fields; `fieldError(path)` is what the service says of a field. */
  children: ReactNode | ((fieldError: (path: string) => string | undefined) => ReactNode)
}

/** A dialog with a form. It keeps what was typed when sending fails. Escape and "Cancel" close it, and the focus returns. */
export function FormDialog({ children, ...props }: FormDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={props.size ?? 'md'}
      keepMounted={false}
    >
      <DialogForm {...props}>{children}</DialogForm>
    </Modal>
  )
}

function DialogForm({
  onClose,
  submitLabel,
  cancelLabel = 'Cancel',
  onSubmit,
  disabled,
  color,
  children,
}: FormDialogProps) {
  useFocusReturn()
  const { submit, pending, fieldError, problem } = useSubmit(onSubmit)
  const id = useId()
  // The fields first: what none of them asked for is shown above them.
  const fields = typeof children === 'function' ? children(fieldError) : children
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!disabled) void submit().then((done) => done && onClose())
      }}
    >
      <Problem error={problem()} />
      <Stack gap="sm">{fields}</Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={pending} disabled={disabled ?? false} {...(color && { color })}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  )
}

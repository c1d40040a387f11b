import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form } from './form.tsx'
import { Problem } from './problem.tsx'
import { useUnsaved } from './unsaved.ts'
import { useSubmit } from './use-submit.ts'

type SubmitFormProps = {
  /** Sends the form. An ApiError's issues are shown at their fields, all else above them. */
  onSubmit: () => Promise<unknown>
  /** Called when it was sent. */
  onDone?: () => void
  /** Whether Enter does nothing yet. */
  disabled?: boolean | undefined
  /** The fields and the button; `fieldError(path)` is what the service says of a field. */
  children: (fieldError: (path: string) => string | undefined, pending: boolean) => ReactNode
}

/** A form that keeps what was typed when sending it fails, and says what was wrong where it was wrong. */
export function SubmitForm({ onSubmit, onDone, disabled, children }: SubmitFormProps) {
  const { submit, pending, fieldError, problem, forget } = useSubmit(onSubmit)
  useUnsaved(pending)
  // The fields first: what none of them asked for is shown above them.
  const fields = children(fieldError, pending)
  return (
    <Form onFieldChange={forget} onSubmit={() => !disabled && void submit().then((done) => done && onDone?.())}>
      <Problem error={problem()} />
      <Stack gap="sm">{fields}</Stack>
    </Form>
  )
}

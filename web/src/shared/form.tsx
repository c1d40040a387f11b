import { Stack, PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode, ChangeEvent } from 'react'
import { ApiError } from './api.ts'
import { Problem } from './problem.tsx'
import { notifyFailure } from './toasts.tsx'

type FormProps = {
  onSubmit: () => void
  /** Told the texts beside a field that is changed, its error among them: `useSubmit` forgets that. */
  onFieldChange: (texts: string[]) => void
  'aria-label'?: string
  children: ReactNode
}

/** A form whose fields the page and the service judge, not the browser. */
export function Form({ onSubmit, onFieldChange, ...form }: FormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they are for the buttons in it
    <form
      {...form}
      noValidate
      onChange={({ target }) => onFieldChange(textsBeside(target as Element))}
      // A field that is left may show a problem, which moves the button: it is left with the click.
      onMouseDown={(event) => pressedButton(event) && event.preventDefault()}
      onClickCapture={(event) => pressedButton(event)?.focus()}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog's form lies, for React, within the form of the page.
        event.stopPropagation()
        const unfit = [...event.currentTarget.querySelectorAll('input')].find(({ validity }) => validity.customError)
        if (unfit) unfit.focus()
        else onSubmit()
      }}
    />
  )
}

/** The button under the pointer. Enter in a field clicks a button, too, but at no place. */
function pressedButton({ target, detail }: MouseEvent): HTMLButtonElement | null {
  return detail > 0 ? (target as Element).closest('button') : null
}

function textsBeside(field: Element): string[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.flatMap((id) => document.getElementById(id)?.textContent ?? [])
}

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

export type Submitting = {
  /** Runs the act; does nothing while it is running. Resolves to whether it succeeded. */
  submit: () => Promise<boolean>
  pending: boolean
  /** What is wrong with a field, by the path that the service names it by. */
  fieldError: (path: string) => string | undefined
  /** What is wrong in all, where no field shows it. Call it after the fields have asked. */
  problem: () => unknown
  /** Says these complaints no more, until it is sent again: their fields are changed. */
  forget: (complaints: string[]) => void
  reset: () => void
}

/** A form's sending: shows the service's complaints at their fields, and keeps all that was typed. */
export function useSubmit(act: () => Promise<unknown>): Submitting {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [own, setOwn] = useState<Record<string, string | undefined>>({})
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set())
  const running = useRef(false)
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => void (closed.current = true)
  }, [])
  const issues = error instanceof ApiError ? error.issues : []
  const asked = new Set<string>()

  const reset = () => {
    setError(null)
    setOwn({})
    setForgotten(new Set())
  }
  const submit = async () => {
    if (running.current) return false
    running.current = true
    setPending(true)
    reset()
    try {
      await act()
      return true
    } catch (caught) {
      // Nobody sees a form that was closed meanwhile.
      if (closed.current) notifyFailure(caught)
      else if (caught instanceof FieldProblems) setOwn(caught.problems)
      else setError(caught)
      return false
    } finally {
      running.current = false
      setPending(false)
    }
  }

  return {
    submit,
    pending,
    fieldError: (path) => {
      asked.add(path)
      const complaint = own[path] ?? issues.find((issue) => issue.path === path)?.message
      return complaint !== undefined && forgotten.has(complaint) ? undefined : complaint
    },
    problem: () => (error && !(issues.length > 0 && issues.every(({ path }) => asked.has(path))) ? error : null),
    forget: (complaints) => setForgotten((before) => new Set([...before, ...complaints])),
    reset,
  }
}

/** Thrown by an act where the page itself finds that fields are wrong, by field. */
export class FieldProblems extends Error {
  readonly problems: Record<string, string | undefined>

  constructor(problems: Record<string, string | undefined>) {
    super(Object.values(problems).join(' '))
    this.problems = problems
  }
}

/** Throws FieldProblems where a field has a problem. */
export function throwProblems(problems: Record<string, string | undefined>): void {
  if (Object.values(problems).some((problem) => problem !== undefined)) throw new FieldProblems(problems)
}

/**
 * The texts of a form's fields, each with its `value` and `onChange`, and with its `error` where `fieldError` is given.
 */
export function useTexts<Name extends string>(initial: Record<Name, string>) {
  const [texts, setTexts] = useState(initial)
  const field = (name: Name, fieldError?: (path: string) => string | undefined) => ({
    name,
    value: texts[name],
    error: fieldError?.(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.currentTarget
      setTexts((current) => ({ ...current, [name]: value }))
    },
  })
  const isChanged = (Object.keys(initial) as Name[]).some((name) => texts[name] !== initial[name])
  return { texts, field, setTexts, isChanged }
}

/** A password field, for one that is there or a new one (`isNew`), with a button that shows what is typed. */
export function SecretInput({ isNew = false, ...props }: PasswordInputProps & { isNew?: boolean }) {
  return (
    <PasswordInput
      autoComplete={isNew ? 'new-password' : 'current-password'}
      description={isNew ? 'At least 8 characters.' : undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
      {...props}
    />
  )
}

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

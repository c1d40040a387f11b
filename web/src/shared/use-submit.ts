import { useEffect, useRef, useState } from 'react'
import { ApiError } from './api.ts'
import { notifyFailure } from './undo.tsx'

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

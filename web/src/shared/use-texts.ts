import { useState } from 'react'
import type { ChangeEvent } from 'react'
import { keysOf } from './keys-of.ts'

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
  const isChanged = keysOf(initial).some((name) => texts[name] !== initial[name])
  return { texts, field, setTexts, isChanged }
}

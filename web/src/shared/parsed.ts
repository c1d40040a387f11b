import type { ReadValue } from '../../../server/src/shared/read-value.ts'

/** What was read from the text of a field: a whole number (null for a blank text), or what is wrong with it. */
export type Parsed = { value: number | null; problem?: undefined } | { problem: string; value?: undefined }

/** Reads the text of a field. `advice` says what to write instead, in a sentence. */
export function parseField(text: string, read: (text: string) => ReadValue<number>, advice: string): Parsed {
  if (text.trim() === '') return { value: null }
  const { value, reason } = read(text)
  return reason === undefined ? { value } : { problem: `${reason[0]!.toUpperCase()}${reason.slice(1)}. ${advice}` }
}

import type { ReadValue } from '../rules/read-value.ts'

const YES = new Set(['yes', 'y', 'true', '1', 'x'])
const NO = new Set(['no', 'n', 'false', '0'])

/** Reads yes or no. */
export function readFlag(text: string): ReadValue<boolean> {
  const word = text.toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { reason: `"${text}" is neither yes nor no` }
}

/** Reads one of some words, without case. */
export function readWord<T>(text: string, words: Readonly<Record<string, T>>): ReadValue<T> {
  const word = text.toLowerCase()
  if (Object.hasOwn(words, word)) return { value: words[word]! }
  return { reason: `"${text}" is none of ${Object.keys(words).join(', ')}` }
}

/** Parses the values of fields; undefined for a blank one. Adds the reasons of those that cannot be read. */
export function parserOf<F extends string>(
  value: (field: F) => string | undefined,
  reasons: string[],
): <T>(field: F, parse: (text: string) => ReadValue<T>) => T | undefined {
  return (field, parse) => {
    const text = value(field)
    if (text === undefined) return undefined
    const read = parse(text)
    if (read.reason !== undefined) reasons.push(`${field} ${read.reason}`)
    return read.value
  }
}

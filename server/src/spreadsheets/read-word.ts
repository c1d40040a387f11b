import { parseAmount } from '../rules/parse-amount.ts'

/** A value of a cell, or the reason why it is none: what follows the name of its field. */
export type ReadValue<T> = { value: T; reason?: never } | { value?: never; reason: string }

const YES = new Set(['yes', 'y', 'true', '1', 'x'])
const NO = new Set(['no', 'n', 'false', '0'])

/** Reads yes or no. */
export function readFlag(text: string): ReadValue<boolean> {
  const word = text.toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { reason: `"${text}" is neither yes nor no` }
}

/** Reads a whole number from `least` to `most`. */
export function readWhole(text: string, { least, most }: { least: number; most: number }): ReadValue<number> {
  const { amount, reason } = parseAmount(text, 0)
  if (reason !== undefined) return { reason: `"${text}" is not a whole number` }
  const fits = amount >= least && amount <= most
  return fits ? { value: amount } : { reason: `"${text}" is not from ${least} to ${most}` }
}

/** Reads one of some words, without case. */
export function readWord<T>(text: string, words: Readonly<Record<string, T>>): ReadValue<T> {
  const word = text.toLowerCase()
  if (Object.hasOwn(words, word)) return { value: words[word]! }
  return { reason: `"${text}" is none of ${Object.keys(words).join(', ')}` }
}

/** Reads a percentage above 0, up to 100, with two decimals at most, as basis points. */
export function readPercent(text: string): ReadValue<number> {
  const { amount, reason } = parseAmount(text.endsWith('%') ? text.slice(0, -1).trimEnd() : text, 2)
  if (reason !== undefined) return { reason: `"${text}" is not a percentage with two decimals at most` }
  return amount > 0 && amount <= 10_000 ? { value: amount } : { reason: `"${text}" is not above 0 and up to 100` }
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

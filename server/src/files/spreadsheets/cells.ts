import type { ReadValue } from '../../shared/read-value.ts'

/**
 * What a spreadsheet runs as a formula, and the same behind the apostrophes of a guard. It skips blanks in front of a
 * sign, those without a width too, and takes the full-width and small forms of East Asian keyboards for the signs
 * themselves.
 */
const RUN = String.raw`(?:[\t\r\n]|[\s\u200b-\u200d\u2060]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])`
const FORMULA = new RegExp(`^'*${RUN}`)
const GUARDED = new RegExp(`^'+${RUN}`)
/** A number with its sign is no formula. */
const NUMBER = /^[+-]?[\d.,\s]+$/

/** The text as a cell of a CSV file that a spreadsheet shows and never runs: guarded by an apostrophe. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** Excel takes a CSV file for UTF-8 only with this mark. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A text as a guarded cell of a CSV file, in quotes where it needs them. */
export function csvCell(cell: string): string {
  const text = guardFormula(cell)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The same for a cell that is stored as text and so never runs: only a text that looks guarded gets an apostrophe. */
export function guardTextCell(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text
}

/** The text of a cell, without the apostrophe that guards it. */
export function readGuarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}

/**
 * The header of the column of an exported file for those details that have no column of their own, as a JSON object. A
 * detail with this name has no column either.
 */
export const OTHER_DETAILS = 'Other details'

type Detail = readonly [name: string, value: string]

/** As a cell, or null for none. */
export function writeOtherDetails(details: readonly Detail[]): string | null {
  return details.length === 0 ? null : JSON.stringify(Object.fromEntries(details))
}

/** The details of a cell under that header; null for any other text, which is the value of a detail of that name. */
export function readOtherDetails(cell: string): Detail[] | null {
  if (!cell.startsWith('{')) return null
  try {
    const details = Object.entries(JSON.parse(cell) as Record<string, unknown>)
    return details.every((detail): detail is [string, string] => typeof detail[1] === 'string') ? details : null
  } catch {
    return null
  }
}

/**
 * The columns that a file of rejected rows adds. An import leaves them out, so that the mended file can be imported.
 */
export const REJECT_COLUMNS = ['Rejected line', 'Rejected because']

/** Stands for a formula that was saved without its value, by a program that cannot compute it. */
export const FORMULA_WITHOUT_VALUE = '#FORMULA!'

const YES = new Set(['yes', 'y', 'true', '1', 'x'])
const NO = new Set(['no', 'n', 'false', '0'])

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

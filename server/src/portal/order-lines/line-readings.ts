import { readQuantity } from '../../rules/read-quantity.ts'
import type { CutRow } from '../../spreadsheets/cut-text.ts'

/** A quantity as it stands in a list. `isAmount`: with two decimals, so rather a price. */
export type Count = { qty: number; isAmount: boolean }

/** A way to read a row: what would be the code, and how many of it. `isLast`: the quantity ends the text of the code. */
export type Reading = { code: string; isLast?: boolean } & Count

/** Words of a row that are looked at: a line of an order has fewer. */
const MAX_WORDS = 100
/** Columns beyond these are no code and no quantity, unless a header says so. */
export const MAX_COLUMNS = 12

const UNIT = String.raw`(?:[x×*]|pcs?|pieces?|units?|ea|each|off|ct|stk|st|boxes|packs?|cases?)\.?`
const UNIT_BEHIND = new RegExp(String.raw`(?<=\d)\s*${UNIT}$`, 'i')
const DIGITS = String.raw`\d[\d.,'’]{0,12}`
const BULLET = /^(?:[-*•·–—]|\d{1,3}[.)])\s+/

// Each has the groups `code` and `qty`.
/** A whole row: "12 x ABC", "12x ABC", "4 pcs of ABC", "4 ABC". */
const QUANTITY_FIRST = new RegExp(String.raw`^(?<qty>${DIGITS})\s*(?:${UNIT})?\s+(?:of\s+)?(?<code>\S.*)$`, 'i')
/** A whole row: "ABC: 4 pcs", "ABC - 4", "ABC (2)", "ABC x4", "ABC 4". */
const QUANTITY_LAST = new RegExp(
  String.raw`^(?<code>\S.*?)(?:\s*[:=(]\s*|\s+(?:[-–—]\s+)?)[x×*]?\s*(?<qty>${DIGITS})\s*(?:${UNIT})?\)?$`,
  'i',
)

/** Within a sentence: "12 x ABC", "ABC x 12". */
const WITHIN = [
  new RegExp(String.raw`(?<![\S])(?<qty>${DIGITS})\s*[x×*]\s*(?<code>[^\s,;]+)`, 'gi'),
  new RegExp(String.raw`(?<code>[^\s,;]+)\s*[x×*]\s*(?<qty>${DIGITS})(?![^\s,;.!)])`, 'gi'),
]

/** Reads "12", "1,500", "12 pcs" and "x12". A number with a leading zero is a code, and no quantity. */
export function readCount(cell: string): Count | undefined {
  const bare = cell.replace(/^[x×*]\s*(?=\d)/i, '').replace(UNIT_BEHIND, '')
  if (!/^[1-9]/.test(bare)) return undefined
  const { value } = readQuantity(bare)
  return value === undefined ? undefined : { qty: value, isAmount: /[.,]\d\d$/.test(bare) }
}

/** Whether the cells of a row are cells: one space may be part of a code, too. */
export function isSeparated({ text }: CutRow): boolean {
  return /[\t;,]| {2}/.test(text)
}

/** All codes that a text may mean: the whole, and each of its words. */
export function codesIn(text: string): string[] {
  const trimmed = text.replace(BULLET, '')
  return [...new Set([trimmed, ...wordsOf(trimmed).slice(0, 12)])].filter((code) => code !== '')
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,;]+/, MAX_WORDS).map((word) => word.replace(/^[("'“]+|[)"'”.:!?]+$/g, ''))
}

/**
 * The numbers that may be the quantity as well, where the code is a word of a longer text: "6" in "ABC 6 @ 2". They
 * stand beside the code; where what was read may be a price, anywhere. "ABC bracket 40 mm 6" has none.
 */
export function otherCounts({ code: text, isAmount, isLast }: Reading, code: string): number[] {
  if (text === code || !(isLast || isAmount)) return []
  const words = wordsOf(text.replace(BULLET, ''))
  const at = words.indexOf(code)
  if (at === -1) return []
  const others = words.filter((_, i) => i !== at && (isAmount || Math.abs(i - at) === 1))
  return others.flatMap((word) => readCount(word)?.qty ?? [])
}

/**
 * How a row may be read without knowing its columns. What is no code in the catalogue is still among them. Where one
 * of its cells is a code, the quantity is a whole cell: "34" is no quantity in "ABC;12 34".
 */
export function readingsOf(row: CutRow, isCode: (cell: string) => boolean = () => false): Reading[] {
  const cells = row.cells.slice(0, MAX_COLUMNS)
  const isOneText = cells.length > 1 && !(isSeparated(row) && cells.some(isCode))
  const byCells = cells.flatMap((code, i) =>
    code === ''
      ? []
      : cells.flatMap((cell, j) => (i === j ? [] : countsAt(cells, j, cell))).map((count) => ({ code, ...count })),
  )
  return [...byCells, ...cells.flatMap((cell) => plainReadings(cell)), ...(isOneText ? plainReadings(row.text) : [])]
}

/** A comma may separate thousands, too: "1" beside "500" may be 1,500. */
function countsAt(cells: readonly string[], at: number, cell: string): Count[] {
  const joined = isSplitNumber(cells, at) ? readCount(`${cell},${cells[at + 1]!}`) : undefined
  return [readCount(cell), joined].flatMap((count) => count ?? [])
}

export function isSplitNumber(cells: readonly string[], at: number): boolean {
  return /^[1-9]\d{0,2}$/.test(cells[at] ?? '') && /^\d{3}(?:\.0+)?$/.test(cells[at + 1] ?? '')
}

function plainReadings(text: string): Reading[] {
  const trimmed = text.replace(BULLET, '').replace(/[.,;!]+$/, '')
  const last = QUANTITY_LAST.exec(trimmed)
  const matches = [QUANTITY_FIRST.exec(trimmed), last, ...WITHIN.flatMap((form) => [...trimmed.matchAll(form)])]
  return matches.flatMap((match) => {
    const count = match && readCount(match.groups!['qty']!)
    return count ? [{ code: match.groups!['code']!, ...count, isLast: match === last }] : []
  })
}

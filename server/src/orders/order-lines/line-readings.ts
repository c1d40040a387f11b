import { fold } from '../../lib/matching-key.ts'
import { readQuantity } from '../../shared/order-quantity.ts'

/**
 * A quantity as it stands in a list. `isAmount`: with two decimals, so rather a price. `unit`: what it counts, where
 * that may hold several: "boxes".
 */
type Count = { qty: number; isAmount: boolean; unit?: string | undefined }

/** A way to read a row: what would be the code, and how many of it. `isLast`: the quantity ends the text of the code. */
export type Reading = { code: string; isLast?: boolean } & Count

/** Words of a row that are looked at: a line of an order has fewer. */
const MAX_WORDS = 100
/** Columns beyond these are no code and no quantity, unless a header says so. */
export const MAX_COLUMNS = 12

/** Each is one of what is sold. */
const PIECE = 'x|×|\\*|pcs?|pieces?|units?|ea|each|off|ct|stk|stück|st'
/** Each may hold several. */
const PACK =
  'box(?:es)?|bags?|packs?|packets?|cases?|cartons?|ctns?|crates?|pallets?|trays?|sacks?|rolls?|reels?|sets?|pairs?|' +
  'dozen|doz|bundles?|tins?|cans?|bottles?|drums?|tubs?|tubes?|sleeves?'
const UNIT = String.raw`(?:(?:${PIECE})|(?<unit>${PACK}))\.?(?![\p{L}\p{N}])`
/** A cell: "12", "x12", "12 pcs", "5 bags", and for a quantity column also "5 Sack". */
const COUNT = new RegExp(String.raw`^(?:[x×*]\s*)?(?<number>\d.*?)\s*(?:${UNIT})?$`, 'iu')
const COUNT_OF_ANY = /^(?<number>\d+)\s*(?<unit>\p{L}+)\.?$/u
const DIGITS = String.raw`\d[\d.,'’]{0,12}`
const BULLET = /^(?:>\s*)*(?:(?:[-*•·–—]|\d{1,3}[.)])\s+)?/

// Each has the groups `code` and `qty`.
/** A whole row: "12 x ABC", "12x ABC", "4 pcs of ABC", "4 ABC". */
const QUANTITY_FIRST = new RegExp(String.raw`^(?<qty>${DIGITS})\s*(?:${UNIT})?\s+(?:of\s+)?(?<code>\S.*)$`, 'iu')
/** A whole row: "ABC: 4 pcs", "ABC - 4", "ABC (2)", "ABC x4", "ABC 4". */
const QUANTITY_LAST = new RegExp(
  String.raw`^(?<code>\S.*?)(?:\s*[:=(]\s*|\s+(?:[-–—]\s+)?)[x×*]?\s*(?<qty>${DIGITS})\s*(?:${UNIT})?\)?$`,
  'iu',
)

/** Within a sentence: "12 x ABC", "ABC x 12". */
const WITHIN = [
  new RegExp(String.raw`(?<![\S])(?<qty>${DIGITS})\s*[x×*]\s*(?<code>[^\s,;]+)`, 'gi'),
  new RegExp(String.raw`(?<code>[^\s,;]+)\s*[x×*]\s*(?<qty>${DIGITS})(?![^\s,;.!)])`, 'gi'),
]

/** Reads "12", "1,500", "12 pcs", "x12" and "5 bags". A number with a leading zero is a code, and no quantity. */
export function readCount(cell: string): Count | undefined {
  const { number = '', unit } = COUNT.exec(cell)?.groups ?? {}
  if (!/^[1-9]/.test(number)) return undefined
  const { value } = readQuantity(number)
  return value === undefined ? undefined : { qty: value, isAmount: isAmount(number), unit }
}

/** The same of a cell in the column of quantities: any word behind the number is its unit. */
export function readQuantityCell(cell: string): Count | undefined {
  const { number = '', unit } = COUNT_OF_ANY.exec(cell)?.groups ?? {}
  const count = readCount(number)
  return readCount(cell) ?? (count && { ...count, unit })
}

/** Whether the unit is that of the product: "bags" of a "bag of 10". */
export function isUnitOf(unit: string, label: string): boolean {
  const [a, b] = [fold(unit), fold(label).split(/[\s,(]/, 1)[0]!]
  return [a, b].some((one, i) => ['', 's', 'es'].some((plural) => one + plural === [b, a][i]))
}

/** Whether a cell looks like a price: it has a currency, or two decimals. */
export function isAmount(cell: string): boolean {
  return /\p{Sc}|[.,]\d\d$/u.test(cell)
}

/** Whether a cell says that nothing is ordered: blank, 0 or a dash. */
export function isNone(cell: string): boolean {
  return /^(?:0+(?:[.,]0+)?|[-‐‑‒–—−]*)$/.test(cell)
}

/** Names of months: "December", "Dez", "décembre". Other short ones are also words, such as "set". */
const MONTH = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi'].flatMap((locale) => months(locale, 'long')),
  ...['en', 'de', 'fr', 'nl'].flatMap((locale) => months(locale, 'short')),
].join('|')

function months(locale: string, month: 'long' | 'short'): string[] {
  const names = new Intl.DateTimeFormat(locale, { day: 'numeric', month })
  return Array.from({ length: 12 }, (_, i) => {
    const parts = names.formatToParts(new Date(2026, i, 1))
    return parts.find(({ type }) => type === 'month')!.value.replace('.', '')
  })
}

const NO_QUANTITIES = [
  String.raw`\d{1,4}([-./])\d{1,2}\1\d{1,4}`,
  String.raw`\d{1,2}(?:st|nd|rd|th|\.|er)?\s*(?:(?:of|de)\s+)?(?:${MONTH})\.?(?:,?\s*\d{4})?`,
  String.raw`(?:${MONTH})\.?\s*\d{1,2}(?:st|nd|rd|th)?(?:,?\s*\d{4})?`,
  String.raw`\d{1,2}(?::\d{2}){1,2}(?:\s*[ap]m)?|\d{1,2}\s*(?:[ap]m|uhr)`,
  String.raw`(?:\+|\(|0)[\d\s()/.-]{6,}\d|\d{3}[-.\s]\d{3,4}[-.\s]\d{4}`,
].map((form) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${form})(?![\p{L}\p{N}])`, 'giu'))

/** Whether a text has a number that is no date, time or phone number. */
export function hasNumber(text: string): boolean {
  return /\d/.test(NO_QUANTITIES.reduce((rest, form) => rest.replaceAll(form, ' '), text))
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
  // Many spaces would take the patterns long.
  const trimmed = text
    .replace(BULLET, '')
    .replace(/[.,;!]+$/, '')
    .replaceAll(/\s+/g, ' ')
  const last = QUANTITY_LAST.exec(trimmed)
  const matches = [QUANTITY_FIRST.exec(trimmed), last, ...WITHIN.flatMap((form) => [...trimmed.matchAll(form)])]
  return matches.flatMap((match) => {
    const count = match && readCount(match.groups!['qty']!)
    const { code, unit } = match?.groups ?? {}
    return count ? [{ code: code!.replace(/[,;]+$/, ''), ...count, unit, isLast: match === last }] : []
  })
}

/** A row of cells, and the same as one text, with its separators. Lines count from 1. */
export type CutRow = { line: number; cells: string[]; text: string }

/** No code and no quantity is longer, and no row needs more. What is longer is cut, so that it costs no more. */
const [MAX_CELL, MAX_CELLS, MAX_TEXT] = [200, 100, 300]

/** A cell and what ends it. A quote that is not closed within its cell is a character like any other. */
const CELL = /(?: *"((?:[^"]|""){0,300})" *(?=[\t;,\r\n]|$)|([^\t;,\r\n]*))(\t|;|,|\r\n|\r|\n|$)/y

/**
 * Cuts a pasted text into rows and cells. Each row has its own separator: tab, else semicolon, else comma, else several
 * spaces, else the only space. Blank rows are left out.
 */
export function cutText(text: string): CutRow[] {
  const rows: CutRow[] = []
  let parts: { text: string; end: string }[] = []
  let [line, next] = [1, 1]
  for (const match of text.matchAll(new RegExp(CELL, 'gy'))) {
    const [whole, quoted, plain, end = ''] = match
    parts.push({ text: quoted?.replaceAll('""', '"') ?? plain!, end })
    next += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    if (end !== '' && '\t;,'.includes(end)) continue
    const row = cutRow(line, parts)
    if (row.text !== '') rows.push(row)
    parts = []
    line = next
  }
  return rows
}

/** The row of a file. One of a single cell is cut as a pasted one. */
export function cutFileRow(line: number, cells: readonly string[], delimiter: string): CutRow {
  const [only] = cells.length === 1 ? cutText(cells[0]!) : []
  return only ? { ...only, line } : toRow(line, [...cells], cells.join(delimiter))
}

function cutRow(line: number, parts: readonly { text: string; end: string }[]): CutRow {
  const separator = ['\t', ';', ','].find((one) => parts.some(({ end }) => end === one))
  const text = parts.map((part) => part.text + part.end).join('')
  if (separator === undefined) return toRow(line, cutWords(plainSpaces(text)), text)
  const cells = ['']
  for (const part of parts) {
    cells[cells.length - 1] += part.text
    if (part.end === separator) cells.push('')
    else if (part.end === ';' || part.end === ',') cells[cells.length - 1] += part.end
  }
  return toRow(line, cells, text)
}

function cutWords(text: string): string[] {
  const columns = text.split(/ {2,}/)
  const words = text.split(' ')
  return columns.length === 1 && words.length === 2 ? words : columns
}

function toRow(line: number, cells: string[], text: string): CutRow {
  return {
    line,
    cells: cells.slice(0, MAX_CELLS).map((cell) => plainSpaces(cell).slice(0, MAX_CELL)),
    text: plainSpaces(text).slice(0, MAX_TEXT),
  }
}

/** Of other spaces, only a tab separates. */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\r\n\u00a0\u202f\ufeff]/g, ' ').trim()
}

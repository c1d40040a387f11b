import { mapInSlices } from '../../map-in-slices.ts'
import { MAX_QTY } from '../../rules/limits.ts'
import { PRODUCT_FIELDS } from '../../rules/product-fields.ts'
import type { CutRow } from '../../spreadsheets/cut-text.ts'
import type { Columns } from './decide-columns.ts'
import type { CodeMatch, KnownCodes } from './find-codes.ts'
import { codesIn, isSeparated, isSplitNumber, otherCounts, readCount, readingsOf } from './line-readings.ts'
import type { Reading } from './line-readings.ts'

/** What a line may mean. */
type Choice = { sku: string; qty: number | null }

/**
 * A line that was read. `row` is where it stood, from 1. Without a quantity, or with a problem, it is to be changed
 * before it is ordered. `choices`: what it may mean.
 */
export type ReadLine = {
  row: number
  sku: string
  qty: number | null
  problem: { field: 'sku' | 'qty'; message: string } | null
  choices: Choice[]
}

/** A row that is no line of an order. */
export type LeftOut = { row: number; text: string }

/** How many choices are offered. */
const MOST_CHOICES = 4

/** Reads rows by these columns, and row by row where there are none or a row is different. Never guesses a number. */
export async function decideLines(
  rows: readonly CutRow[],
  known: KnownCodes,
  columns: Columns | undefined,
): Promise<{ lines: ReadLine[]; leftOut: LeftOut[] }> {
  const read = await mapInSlices(
    rows,
    (row) => (columns && readByColumns(row, known, columns)) ?? readAlone(row, known),
  )
  return {
    lines: addUp(read.flatMap((line) => line ?? [])),
    leftOut: rows.flatMap(({ line, text }, i) => (read[i] ? [] : [{ row: line, text }])),
  }
}

/** Undefined where the row has not these columns. */
function readByColumns(cut: CutRow, known: KnownCodes, columns: Columns): ReadLine | undefined {
  const { line: row, cells } = cut
  const [code = '', written = ''] = [cells[columns.code], cells[columns.qty]]
  const isWider = cells.length > Math.max(columns.code, columns.qty) + 1
  if (isWider && cut.text.includes(',') && isSplitNumber(cells, columns.qty)) return undefined
  const match = known.get(code)
  const qty = readCount(written)?.qty ?? null
  if (qty === null && (written !== '' || !match)) return undefined
  if (!isSeparated(cut) && (!match || isWhole(cut.text, known))) return undefined
  if (match) return meant(row, code, { choices: skusOf(match).map((sku) => ({ sku, qty })), isSure: isSure(match) })
  return code === '' ? undefined : asLine(row, code, qty)
}

/** "ABC 12" is a code as well. Digits are no code of several words, unless the catalogue writes them so. */
function isWhole(text: string, known: KnownCodes): boolean {
  const match = known.get(text)
  return match !== undefined && (/\p{L}/u.test(text) || match.sku === text)
}

function isSure({ sku }: CodeMatch): boolean {
  return sku !== undefined
}

function skusOf({ sku, offered }: CodeMatch): readonly string[] {
  return sku === undefined ? offered : [sku]
}

/** Null for a row that is no line of an order. */
function readAlone(cut: CutRow, known: KnownCodes): ReadLine | null {
  const { line: row, cells, text } = cut
  const readings = readingsOf(cut, (cell) => known.has(cell))
  const possible = readings.flatMap((reading) =>
    knownIn(reading.code, known, reading.isAmount).flatMap((found) => [
      ...[reading.qty, ...otherCounts(reading, found.word)].map((qty) => ({ code: reading.code, qty, ...found })),
      ...swapped(reading, found.word, known),
    ]),
  )
  const whole = !isSeparated(cut) && isWhole(text, known) ? skusOf(known.get(text)!) : []
  if (possible.length > 0) {
    const meanings = possible.flatMap(({ match, qty }) => skusOf(match).map((sku) => ({ sku, qty })))
    const codes = new Set(possible.map(({ code }) => code))
    return meant(row, codes.size === 1 ? possible[0]!.word : text, {
      choices: distinct([...meanings, ...whole.map((sku) => ({ sku, qty: null }))]),
      isSure: possible.every(({ match }) => isSure(match)),
    })
  }
  const mentioned = [text, ...cells].flatMap((part) => knownIn(part, known))
  if (mentioned.length > 0) {
    const others = cells.filter((cell) => cell !== '' && !known.has(cell))
    const written = others.find((cell) => /\d/.test(cell)) ?? (cells.length === 2 ? others[0] : undefined)
    return meant(row, mentioned[0]!.word, {
      choices: distinct(mentioned.flatMap(({ match }) => skusOf(match)).map((sku) => ({ sku, qty: null }))),
      isSure: mentioned.every(({ match }) => isSure(match)),
      ...(cells.length > 1 && written !== undefined && { written }),
    })
  }
  const unknown = distinct(
    readings.filter(({ code }) => looksLikeCode(code)).map(({ code, qty }) => ({ sku: code, qty })),
  )
  const lone = cells.length === 1 && isLoneCode(text) ? text : undefined
  const code = unknown[0]?.sku ?? lone
  return code === undefined ? null : asLine(row, code, unknown.length === 1 ? unknown[0]!.qty : null)
}

/** Of two numbers within a longer text, "1 31 each", both may be codes. */
function swapped({ code, qty }: Reading, word: string, known: KnownCodes) {
  const [match, count] = [known.get(String(qty)), readCount(word)]
  return match && count && word !== code ? [{ code, word: String(qty), match, qty: count.qty }] : []
}

/** The text if it is one code, else the words that are. Before an amount, "AB 12" may also be 12 of AB. */
function knownIn(text: string, known: KnownCodes, isAmount = false): { word: string; match: CodeMatch }[] {
  const isOne = known.has(text) && (!/\s/.test(text) || (isWhole(text, known) && !isAmount))
  const words = isOne ? [text] : codesIn(text)
  return words.flatMap((word) => {
    const match = known.get(word)
    return match ? [{ word, match }] : []
  })
}

type Meaning = { choices: readonly Choice[]; isSure: boolean; written?: string }

function meant(row: number, code: string, { choices, isSure: sure, written }: Meaning): ReadLine {
  const [first] = choices
  if (choices.length === 1 && sure) return asLine(row, first!.sku, first!.qty, written)
  const isOneSku = sure && choices.every(({ sku }) => sku === first!.sku)
  const qty = choices.every((choice) => choice.qty === first!.qty) ? first!.qty : null
  const sku = isOneSku ? first!.sku : shortened(code)
  const message =
    choices.length === 1
      ? `No SKU is “${sku}”. Is “${first!.sku}” meant?`
      : 'This can be read in several ways. Which is meant?'
  return {
    row,
    sku,
    qty,
    problem: { field: isOneSku ? 'qty' : 'sku', message },
    choices: choices.slice(0, MOST_CHOICES),
  }
}

function asLine(row: number, code: string, qty: number | null, written = ''): ReadLine {
  const message = written === '' ? 'How many?' : `“${written}” is no quantity. How many?`
  return { row, sku: shortened(code), qty, problem: qty === null ? { field: 'qty', message } : null, choices: [] }
}

function shortened(code: string): string {
  return [...code].slice(0, PRODUCT_FIELDS.sku.max).join('')
}

function distinct(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.map(({ sku, qty }) => [`${qty} ${sku}`, { sku, qty }])).values()]
}

/** Of a code that the catalogue does not know: one word with a digit, or in capitals. */
function looksLikeCode(code: string): boolean {
  return /^\S{1,64}$/.test(code) && (/\d/.test(code) || /^\p{Lu}{2,}$/u.test(code))
}

function isLoneCode(text: string): boolean {
  return looksLikeCode(text) && /\p{L}/u.test(text) && /\d/.test(text)
}

/** Lines of one product become one. */
function addUp(lines: readonly ReadLine[]): ReadLine[] {
  const first = new Map<string, ReadLine>()
  return lines.filter((line) => {
    if (line.qty === null || line.problem) return true
    const key = line.sku.toLowerCase()
    const earlier = first.get(key)
    if (!earlier) first.set(key, line)
    else if (earlier.qty! + line.qty <= MAX_QTY) earlier.qty! += line.qty
    else return true
    return !earlier
  })
}

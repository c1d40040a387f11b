import { mapInSlices } from '../../lib/map-in-slices.ts'
import { MAX_QTY } from '../../shared/limits.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import {
  codesIn,
  hasNumber,
  isSeparated,
  isSplitNumber,
  isUnitOf,
  otherCounts,
  readCount,
  readingsOf,
  readQuantityCell,
} from './line-readings.ts'
import type { CutRow, Reading } from './line-readings.ts'
import type { Columns } from './decide-columns.ts'
import type { CodeMatch, KnownCodes } from './find-codes.ts'

/** What a line may mean. */
export type Choice = { sku: string; qty: number | null }

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

/**
 * Reads rows by these columns, and row by row where there are none or a row is different. Never guesses a number. Above
 * a header, only what has a code is a line. Rows of one product are one line, but for those that `apart` tells apart.
 */
export async function decideLines(
  rows: readonly CutRow[],
  known: KnownCodes,
  columns: Columns | undefined,
  headerLine = 0,
  apart: (row: number) => string = () => '',
): Promise<{ lines: ReadLine[]; leftOut: LeftOut[] }> {
  const read = await mapInSlices(rows, (row) => {
    if (row.line < headerLine) return mentionedIn(row, known).length > 0 ? readAlone(row, known) : null
    return (columns && readByColumns(row, known, columns)) ?? readAlone(row, known)
  })
  return {
    lines: addUp(
      read.flatMap((line) => line ?? []),
      apart,
    ),
    leftOut: rows.flatMap(({ line, text }, i) => (read[i] ? [] : [{ row: line, text }])),
  }
}

/** Undefined where the row has not these columns. A row that has them is read by no others. */
function readByColumns(cut: CutRow, known: KnownCodes, columns: Columns): ReadLine | undefined {
  const { line: row, cells } = cut
  const [code = '', written = ''] = [cells[columns.code], cells[columns.qty ?? -1]]
  const isWider = columns.qty !== null && cells.length > Math.max(columns.code, columns.qty) + 1
  if (isWider && cut.text.includes(',') && isSplitNumber(cells, columns.qty!)) return undefined
  const match = known.get(code)
  const count = readQuantityCell(written)
  if (!isSeparated(cut) && (!match || !count || isWhole(cut.text, known))) return undefined
  const amount = { qty: count?.qty ?? null, unit: count?.unit, written, soldBy: match?.unitLabel }
  if (match) {
    const { replaces } = match
    return meant(row, code, { ...amount, choices: wantedOf(match, amount.qty), isSure: isSure(match), replaces })
  }
  const isLine = count ? code !== '' : written !== '' && looksLikeCode(code) && /\d/.test(code)
  return isLine ? asLine(row, code, amount) : undefined
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

function wantedOf(match: CodeMatch, qty: number | null): Choice[] {
  return skusOf(match).map((sku) => ({ sku, qty }))
}

/** Null for a row that is no line of an order. */
function readAlone(cut: CutRow, known: KnownCodes): ReadLine | null {
  const { line: row, cells, text } = cut
  const readings = readingsOf(cut, (cell) => known.has(cell))
  const possible = readings.flatMap((reading) =>
    knownIn(reading.code, known, reading.isAmount).flatMap((found) => [
      { ...reading, ...found },
      ...otherCounts(reading, found.word).map((qty) => ({ ...reading, ...found, qty })),
      ...swapped(reading, found.word, known),
    ]),
  )
  const whole = !isSeparated(cut) && isWhole(text, known) ? wantedOf(known.get(text)!, null) : []
  if (possible.length > 0) {
    const codes = new Set(possible.map(({ code }) => code))
    return meant(row, codes.size === 1 ? possible[0]!.word : text, {
      choices: distinct([...possible.flatMap(({ match, qty }) => wantedOf(match, qty)), ...whole]),
      isSure: possible.every(({ match }) => isSure(match)),
      unit: possible.find(({ unit }) => unit !== undefined)?.unit,
      soldBy: possible[0]!.match.unitLabel,
      replaces: possible[0]!.match.replaces,
    })
  }
  const mentioned = mentionedIn(cut, known)
  if (mentioned.length > 0) {
    const others = cells.filter((cell) => cell !== '' && !known.has(cell))
    const written = others.find((cell) => /\d/.test(cell)) ?? (cells.length === 2 ? others[0] : undefined)
    const count = cells.length > 1 && written !== undefined ? readQuantityCell(written) : undefined
    return meant(row, mentioned[0]!.word, {
      choices: distinct(mentioned.flatMap(({ match }) => wantedOf(match, count?.qty ?? null))),
      isSure: mentioned.every(({ match }) => isSure(match)),
      unit: count?.unit,
      soldBy: mentioned[0]!.match.unitLabel,
      ...(cells.length > 1 && written !== undefined && { written }),
    })
  }
  return readUnknown(cut, readings)
}

/** "Total: 47", "Grand total GBP 1,204.50": the end of an order, and no line of it. */
const TOTAL = /^\P{L}*(?:sub|grand )?-?total(?:\P{L}|\b(?:lines|units|gbp|eur|usd|inc|incl|ex|excl|vat)\b)*$/iu

/** A row without a code that the catalogue knows: what looks like one, or else a name with a number. */
function readUnknown({ line: row, cells, text }: CutRow, readings: readonly Reading[]): ReadLine | null {
  if (TOTAL.test(text)) return null
  const [code, ...codes] = distinct(readings.filter(({ code }) => looksLikeCode(code)).map(asChoice))
  const lone = cells.length === 1 && isLoneCode(text) ? { sku: text, qty: null } : undefined
  if (code) return asLine(row, code.sku, { qty: codes.length === 0 ? code.qty : null })
  if (lone) return asLine(row, text, lone)
  if (!hasNumber(text)) return null
  const [named, ...others] = distinct(readings.filter(({ code }) => /\p{L}/u.test(code)).map(asChoice))
  if (named && others.length === 0) return asLine(row, named.sku, named)
  return {
    row,
    sku: shortened(text),
    qty: null,
    problem: { field: 'sku', message: 'Which product, and how many?' },
    choices: [],
  }
}

function asChoice({ code, qty }: Reading): Choice {
  return { sku: code, qty }
}

/** All codes of a row that the catalogue knows. */
function mentionedIn({ cells, text }: CutRow, known: KnownCodes) {
  return [text, ...cells].flatMap((part) => knownIn(part, known))
}

/** Of two numbers within a longer text, "1 31 each", both may be codes. */
function swapped({ code, qty }: Reading, word: string, known: KnownCodes) {
  const [match, count] = [known.get(String(qty)), readCount(word)]
  return match && count && word !== code ? [{ ...count, code, word: String(qty), match }] : []
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

/** How many, as it was written. `soldBy`: the unit of the product. */
type Amount = { qty: number | null; unit?: string | undefined; written?: string; soldBy?: string | undefined }
type Meaning = Omit<Amount, 'qty'> & { choices: readonly Choice[]; isSure: boolean; replaces?: string | undefined }

function meant(row: number, code: string, { choices, isSure: sure, replaces, ...amount }: Meaning): ReadLine {
  const [first] = choices
  if (choices.length === 1 && sure) return asLine(row, first!.sku, { ...amount, qty: first!.qty })
  const isOneSku = sure && choices.every(({ sku }) => sku === first!.sku)
  const qty = choices.every((choice) => choice.qty === first!.qty) ? first!.qty : null
  const sku = isOneSku ? first!.sku : shortened(code)
  const message =
    choices.length === 1
      ? `${replaces ? replacedInWords(replaces, first!.sku) : `No SKU is “${sku}”.`} Is “${first!.sku}” meant?`
      : 'This can be read in several ways. Which is meant?'
  return {
    row,
    sku,
    qty,
    problem: { field: isOneSku ? 'qty' : 'sku', message },
    choices: choices.slice(0, MOST_CHOICES),
  }
}

/** Why a code that buyers know is no longer one. */
export function replacedInWords(old: string, by: string): string {
  return `“${old}” is no longer sold, and is replaced by “${by}”.`
}

/** A quantity in another unit than the product's may mean another number: it is asked about. */
function asLine(row: number, code: string, { qty, unit, written = '', soldBy }: Amount): ReadLine {
  const sku = shortened(code)
  if (qty !== null && (unit === undefined || (soldBy !== undefined && isUnitOf(unit, soldBy))))
    return { row, sku, qty, problem: null, choices: [] }
  const text = written || `${qty} ${unit}`
  const reason =
    qty === null ? "isn't a whole number" : `is not clear${soldBy ? `, as this is sold by “${soldBy}”` : ''}`
  const message = qty === null && written === '' ? 'How many?' : `“${text}” ${reason}. How many?`
  return { row, sku, qty: null, problem: { field: 'qty', message }, choices: qty === null ? [] : [{ sku, qty }] }
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
function addUp(lines: readonly ReadLine[], apart: (row: number) => string): ReadLine[] {
  const first = new Map<string, ReadLine>()
  return lines.filter((line) => {
    if (line.qty === null || line.problem) return true
    const key = `${line.sku.toLowerCase()} ${apart(line.row)}`
    const earlier = first.get(key)
    if (!earlier) first.set(key, line)
    else if (earlier.qty! + line.qty <= MAX_QTY) earlier.qty! += line.qty
    else return true
    return !earlier
  })
}

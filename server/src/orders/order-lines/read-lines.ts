import { invalidField, OperatorError } from '../../errors.ts'
import type { InvalidInput } from '../../errors.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import { cutText, codesIn, isSeparated, readCount, readingsOf, cutFileRow } from './line-readings.ts'
import type { CutRow } from './line-readings.ts'
import type { CustomerContext } from '../../customers/customer-fields.ts'
import {
  codeCells,
  decideColumns,
  exampleOf,
  findHeader,
  isNotOrdered,
  namedQuantity,
  sampleOf,
} from './decide-columns.ts'
import type { Columns, Header } from './decide-columns.ts'
import { decideLines } from './decide-lines.ts'
import type { LeftOut, ReadLine } from './decide-lines.ts'
import { findCodes } from './find-codes.ts'
import { takeFile } from '../../files/spreadsheets/files/take-file.ts'
import type { SentFile, TakenFile } from '../../files/spreadsheets/files/take-file.ts'
import { readGuarded } from '../../files/spreadsheets/cells.ts'

/** Rows that are read, and different codes that are looked up. */
const MAX_READ_ROWS = 2_000
const MAX_CODES = 6_000
/** Columns that a person chooses from. */
const MOST_OPTIONS = 4

/**
 * What was read. `withoutQuantity`: rows that have nothing, 0 or a dash in the column of quantities. With `options`,
 * columns that may be the quantity, nothing was read: a person has to choose, by the first rows.
 */
export type ReadLines = {
  lines: ReadLine[]
  leftOut: LeftOut[]
  withoutQuantity: number
  /** Sheets of a workbook that have rows and were not read. */
  otherSheets: string[]
  options: ReturnType<typeof exampleOf>[]
}

/** Rows as they were found. `withoutQuantity`: of those that were left out already. */
export type FoundRows = { rows: CutRow[]; withoutQuantity: number; otherSheets: string[] }

/** Reads the lines of a pasted text. Writes nothing. Throws InvalidInput. */
export function readPastedLines(context: CustomerContext, text: string, columns?: Columns): Promise<ReadLines> {
  return readLines(context, { rows: cutText(text), withoutQuantity: 0, otherSheets: [] }, columns)
}

/**
 * Reads lines of an order from rows as people have them. The catalogue that the customer sees decides which cell is the
 * code. `chosen`: columns that a person chose. `apart`: see `decideLines`. Writes nothing. Throws InvalidInput.
 */
export async function readLines(
  context: CustomerContext,
  found: FoundRows,
  chosen: Columns | undefined,
  apart?: (row: number) => string,
): Promise<ReadLines> {
  const header = findHeader(found.rows)
  const { rows, withoutQuantity } = orderedRows(found, header, chosen)
  if (rows.length > MAX_READ_ROWS) throw tooMany(`${rows.length.toLocaleString('en')} rows`)
  const sample = sampleOf(rows, header)
  const codes = new Set(sample.flatMap((row) => codeCells(row, header)))
  const known = new Map(await findCodes(context, requireFew(codes)))
  const decided = chosen ? [chosen] : decideColumns(sample, known, header)
  if (decided.length > 1)
    return { ...NOTHING, options: decided.slice(0, MOST_OPTIONS).map((one) => exampleOf(one, sample, header)) }
  const [columns] = decided
  const lines = rows.filter(({ line, text }) => text !== header?.text && !(header?.isPriceList && line < header.line))
  const more = new Set((await mapInSlices(lines, (row) => codesToAsk(row, columns))).flat())
  for (const [code, match] of await findCodes(context, requireFew(more.difference(codes)))) known.set(code, match)
  const read = await decideLines(lines, known, columns, header?.line, apart)
  if (read.lines.length > ORDER_LIMITS.lines) throw tooMany(`${read.lines.length.toLocaleString('en')} lines`)
  return { ...NOTHING, ...read, withoutQuantity, otherSheets: found.otherSheets }
}

const NOTHING = { lines: [], leftOut: [], withoutQuantity: 0, otherSheets: [], options: [] }

/** All that may be a code in a row; of one that has the columns, the one cell. */
function codesToAsk(row: CutRow, columns: Columns | undefined): string[] {
  const [code, qty] = columns ? [row.cells[columns.code], row.cells[columns.qty ?? -1]] : []
  if (code && qty && readCount(qty) && isSeparated(row)) return [code]
  const whole = isSeparated(row) ? [] : [row.text]
  const texts = new Set([...whole, ...row.cells, ...readingsOf(row).map((reading) => reading.code)])
  return [...new Set([...texts].flatMap(codesIn))]
}

/** Who leaves a quantity blank, or writes 0 or a dash, does not order that product. */
function orderedRows(found: FoundRows, header: Header | undefined, chosen: Columns | undefined): FoundRows {
  const qty = namedQuantity(header, chosen)
  if (qty === undefined) return found
  const rows = found.rows.filter((row) => !isNotOrdered(row, qty, header))
  return { ...found, rows, withoutQuantity: found.withoutQuantity + found.rows.length - rows.length }
}

function requireFew(codes: ReadonlySet<string>): ReadonlySet<string> {
  if (codes.size <= MAX_CODES) return codes
  throw invalidField('text', 'This has too many different words. Keep only the lines to order.')
}

function tooMany(what: string): InvalidInput {
  const most = ORDER_LIMITS.lines.toLocaleString('en')
  return invalidField(
    'text',
    `This has ${what}; an order has at most ${most} lines. Keep only the lines to order. ` +
      'In a price list, write the quantities in a column with the header “Quantity”.',
  )
}

/** A price list of 100,000 products has 10 MB as CSV. */
export const LIMIT = { maxBytes: 20 * 1_048_576, otherwise: 'Keep only the lines to order.' }

type OrderFile = SentFile & { columns?: Columns | undefined }

/**
 * Reads the lines of a file: text, CSV or an Excel workbook. Nothing of it is kept. `gone` aborts once the client has
 * left. Throws InvalidInput with a sentence for a file that cannot be taken, and Unavailable.
 */
export async function readFileLines(context: CustomerContext, { columns, ...sent }: OrderFile): Promise<ReadLines> {
  const found = await takeFile(context, sent, LIMIT, (taken) => rowsOf(taken, columns))
  return readLines(context, found, columns)
}

/**
 * The rows of the first sheet that has any. Of a long price list only the header, and the rows with a quantity: all
 * others are never in memory together.
 */
export async function rowsOf({ file, parts }: TakenFile, columns: Columns | undefined): Promise<FoundRows> {
  const sheet = file.sheets.findIndex(({ rows }) => rows > 0)
  const isLong = file.sheets[sheet]!.rows > MAX_READ_ROWS
  const kept: CutRow[] = []
  let header: Header | undefined
  let qty: number | undefined
  let [rows, withoutQuantity] = [0, 0]
  for await (const part of parts()) {
    if (part.sheet !== sheet) continue
    const cut = (JSON.parse(part.lines) as [number, string[]][]).map(([line, cells]) =>
      cutFileRow(line, cells.map(readGuarded), file.delimiter ?? '\t'),
    )
    if (rows === 0 && isLong) {
      header = findHeader(cut)
      qty = namedQuantity(header, columns) ?? refuse(file.sheets[sheet]!.rows)
    }
    rows += cut.length
    const chosen = qty === undefined ? cut : cut.filter((row) => !isNotOrdered(row, qty!, header))
    withoutQuantity += cut.length - chosen.length
    if (kept.length <= MAX_READ_ROWS) kept.push(...chosen)
  }
  const others = file.sheets.filter((one, i) => i !== sheet && one.rows > 0)
  return { rows: kept, withoutQuantity, otherSheets: others.map(({ name }) => name) }
}

function refuse(rows: number): never {
  throw new OperatorError(
    `The file has ${rows.toLocaleString('en')} rows. Keep only the rows to order, or write the quantities in a column ` +
      'with the header “Quantity”.',
  )
}

import { InvalidInput } from '../../errors.ts'
import { mapInSlices } from '../../map-in-slices.ts'
import { ORDER_LIMITS } from '../../rules/limits.ts'
import { cutText } from '../../spreadsheets/cut-text.ts'
import type { CutRow } from '../../spreadsheets/cut-text.ts'
import type { CustomerContext } from '../buyer-context.ts'
import { codeCells, decideColumns, findHeader, sampleOf } from './decide-columns.ts'
import type { Columns, Header } from './decide-columns.ts'
import { decideLines } from './decide-lines.ts'
import type { LeftOut, ReadLine } from './decide-lines.ts'
import { findCodes } from './find-codes.ts'
import { codesIn, isSeparated, readCount, readingsOf } from './line-readings.ts'

/** Rows that are read, and different codes that are looked up. */
export const MAX_READ_ROWS = 2_000
const MAX_CODES = 6_000
/** Columns that a person chooses from. */
const MOST_OPTIONS = 4

/**
 * What was read. `withoutQuantity`: rows of a price list that were left out, as nobody wrote a quantity there. With
 * `options`, columns that explain the rows equally well, nothing was read: a person has to choose, by the example.
 */
export type ReadLines = {
  lines: ReadLine[]
  leftOut: LeftOut[]
  withoutQuantity: number
  /** Sheets of a workbook that have rows and were not read. */
  otherSheets: string[]
  options: (Columns & { sku: string; quantity: string })[]
}

/** Rows as they were found. `withoutQuantity`: of those that were left out already. */
export type FoundRows = { rows: CutRow[]; withoutQuantity: number; otherSheets: string[] }

/** Reads the lines of a pasted text. Writes nothing. Throws InvalidInput. */
export function readPastedLines(context: CustomerContext, text: string, columns?: Columns): Promise<ReadLines> {
  return readLines(context, { rows: cutText(text), withoutQuantity: 0, otherSheets: [] }, columns)
}

/**
 * Reads lines of an order from rows as people have them. The catalogue that the customer sees decides which cell is the
 * code. `columns`: what a person chose. Writes nothing. Throws InvalidInput.
 */
export async function readLines(
  context: CustomerContext,
  found: FoundRows,
  chosen: Columns | undefined,
): Promise<ReadLines> {
  const header = findHeader(found.rows)
  const { rows, withoutQuantity } = withoutBlankRows(found, header)
  if (rows.length > MAX_READ_ROWS) throw tooMany(`${rows.length.toLocaleString('en')} rows`)
  const sample = sampleOf(rows, header)
  const codes = new Set(sample.flatMap((row) => codeCells(row, header)))
  const known = new Map(await findCodes(context, requireFew(codes)))
  const decided = chosen ? [chosen] : decideColumns(sample, known, header)
  if (decided.length > 1)
    return { ...NOTHING, options: decided.slice(0, MOST_OPTIONS).map((one) => exampleOf(one, sample)) }
  const [columns] = decided
  const lines = rows.filter(({ line }) => line !== header?.line)
  const more = new Set((await mapInSlices(lines, (row) => codesToAsk(row, columns))).flat())
  for (const [code, match] of await findCodes(context, requireFew(more.difference(codes)))) known.set(code, match)
  const read = await decideLines(lines, known, columns)
  if (read.lines.length > ORDER_LIMITS.lines) throw tooMany(`${read.lines.length.toLocaleString('en')} lines`)
  return { ...NOTHING, ...read, withoutQuantity, otherSheets: found.otherSheets }
}

const NOTHING = { lines: [], leftOut: [], withoutQuantity: 0, otherSheets: [], options: [] }

/** All that may be a code in a row; of one that has the columns, the one cell. */
function codesToAsk(row: CutRow, columns: Columns | undefined): string[] {
  const [code, qty] = columns ? [row.cells[columns.code], row.cells[columns.qty]] : []
  if (code && qty && readCount(qty) && isSeparated(row)) return [code]
  const whole = isSeparated(row) ? [] : [row.text]
  const texts = new Set([...whole, ...row.cells, ...readingsOf(row).map((reading) => reading.code)])
  return [...new Set([...texts].flatMap(codesIn))]
}

/** A price list is an order form: who leaves a quantity blank does not order that product. */
function withoutBlankRows(found: FoundRows, header: Header | undefined): FoundRows {
  if (header?.qty === undefined) return found
  const below = found.rows.filter(({ line }) => line > header.line)
  const rows = below.filter(({ cells }) => cells[header.qty!])
  const blank = below.length - rows.length
  if (!header.isPriceList && blank <= below.length / 2) return found
  return { ...found, rows, withoutQuantity: found.withoutQuantity + blank }
}

function exampleOf({ code, qty }: Columns, rows: readonly CutRow[]) {
  const { cells } = rows.find((row) => row.cells[code] && row.cells[qty])!
  return { code, qty, sku: cells[code]!, quantity: cells[qty]! }
}

function requireFew(codes: ReadonlySet<string>): ReadonlySet<string> {
  if (codes.size <= MAX_CODES) return codes
  throw new InvalidInput([
    { path: 'text', message: 'This has too many different words. Keep only the lines to order.' },
  ])
}

function tooMany(what: string): InvalidInput {
  const most = ORDER_LIMITS.lines.toLocaleString('en')
  return new InvalidInput([
    {
      path: 'text',
      message:
        `This has ${what}; an order has at most ${most} lines. Keep only the lines to order. ` +
        'In a price list, write the quantities in a column with the header “Quantity”.',
    },
  ])
}

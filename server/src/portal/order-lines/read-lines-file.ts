import { OperatorError } from '../../errors.ts'
import { cutFileRow } from './cut-text.ts'
import type { CutRow } from './cut-text.ts'
import { takeFile } from '../../files/spreadsheets/files/take-file.ts'
import type { SentFile, TakenFile } from '../../files/spreadsheets/files/take-file.ts'
import { readGuarded } from '../../files/spreadsheets/cells.ts'
import type { CustomerContext } from '../buyer-context.ts'
import { findHeader, isNotOrdered, namedQuantity } from './decide-columns.ts'
import type { Columns, Header } from './decide-columns.ts'
import { MAX_READ_ROWS, readLines } from './read-lines.ts'
import type { FoundRows, ReadLines } from './read-lines.ts'

/** A price list of 100,000 products has 10 MB as CSV. */
const LIMIT = { maxBytes: 20 * 1_048_576, otherwise: 'Keep only the lines to order.' }

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
async function rowsOf({ file, parts }: TakenFile, columns: Columns | undefined): Promise<FoundRows> {
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

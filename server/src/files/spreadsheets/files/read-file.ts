import { OperatorError } from '../../../errors.ts'
import { detectDelimiter } from '../../../shared/read-table.ts'
import type { Delimiter } from '../../../shared/read-table.ts'
import { decodeText, detectEncoding } from '../encodings.ts'
import { readRecords, readStart } from '../read-csv.ts'
import type { CsvRecord } from '../read-csv.ts'
import { MAX_COLUMNS, MAX_ROWS, MAX_ROWS_ABOVE, ReadingBudget, tooManyColumns, tooManyRows } from './file-limits.ts'

/** What a file is. A CSV file has one sheet without a name. `rows` are those that are not blank. */
export type FileDescription = {
  format: 'csv' | 'xlsx'
  /** An order as XML: its rows are those of `read-ubl-order.ts`. */
  isUbl?: true
  /** Of a CSV file. */
  encoding: string | null
  /** True if nothing in the file says its encoding. */
  isEncodingGuessed: boolean
  delimiter: Delimiter | null
  sheets: { name: string; rows: number }[]
}

/** Rows of a sheet that follow each other: `lines` is the JSON of `[line, cells][]`. */
export type FilePart = { sheet: number; position: number; lastLine: number; lines: string }

export type ReadOptions = { encoding?: string | undefined; mayBeUbl?: boolean | undefined }

type Keep = (part: FilePart) => Promise<void>

/** Rows and characters of a part. */
const PART_ROWS = 200
const PART_CHARACTERS = 250_000

const NAME = 'The file'

/** How files begin, in Latin-1: a workbook, and what is refused. */
const ARCHIVE = 'PK\u0003\u0004'
const REFUSED = {
  '\u00d0\u00cf\u0011\u00e0':
    'This is an old workbook (.xls), or one with a password. Save it as .xlsx without a password.',
  '\u001f\u008b': 'The file is compressed (.gz). Unpack it, and send what is in it.',
  '%PDF': `${NAME} is neither CSV nor an Excel workbook (.xlsx).`,
}

/**
 * Reads a whole file, CSV or Excel workbook, and hands over its rows part by part. `encoding`: of a CSV file, where it is
 * known. `mayBeUbl`: an order as XML is read, too, as `read-ubl-order.ts` has it. Throws an OperatorError with a sentence for a file that cannot be taken.
 */
export async function readFile(
  path: string,
  keep: Keep,
  { encoding, mayBeUbl = false }: ReadOptions = {},
): Promise<FileDescription> {
  const start = await readStart(path)
  if (start.length === 0) throw new OperatorError(`${NAME} is empty.`)
  const signature = start.toString('latin1', 0, 4)
  const [, refused] = Object.entries(REFUSED).find(([bytes]) => signature.startsWith(bytes)) ?? []
  if (refused !== undefined) throw new OperatorError(refused)
  const budget = new ReadingBudget()
  const described =
    signature === ARCHIVE
      ? await readSheets(path, keep, budget)
      : await readText(path, { start, known: encoding, mayBeUbl }, keep, budget)
  if (described.sheets.every(({ rows }) => rows === 0)) throw new OperatorError(`${NAME} has no rows.`)
  return described
}

async function readSheets(path: string, keep: Keep, budget: ReadingBudget): Promise<FileDescription> {
  // Loaded here, so that the thread of a CSV file starts without it.
  const { withWorkbook } = await import('./read-workbook.ts')
  return withWorkbook(path, budget, async (sheets) => {
    const read = []
    for (const [sheet, { name, rows }] of sheets.entries()) {
      read.push({ name, rows: await keepRows(rows(), { sheet, where: `The sheet "${name}"` }, keep) })
    }
    return { format: 'xlsx', encoding: null, isEncodingGuessed: false, delimiter: null, sheets: read }
  })
}

async function readText(
  path: string,
  { start, known, mayBeUbl }: { start: Buffer; known: string | undefined; mayBeUbl: boolean },
  keep: Keep,
  budget: ReadingBudget,
): Promise<FileDescription> {
  const { encoding, isGuessed } = known ? { encoding: known, isGuessed: false } : await detectEncoding(path, start)
  const text = decodeText(encoding)(start)
  if (text.includes('\0')) throw new OperatorError(REFUSED['%PDF'])
  if (mayBeUbl && text.trimStart().startsWith('<')) {
    const { readUblOrder } = await import('./read-ubl-order.ts')
    const order = readUblOrder(path, { encoding, isGuessed, start: text }, budget)
    const rows = await keepRows(order, { sheet: 0, where: NAME }, keep)
    const sheets = [{ name: '', rows }]
    return { format: 'csv', isUbl: true, encoding, isEncodingGuessed: false, delimiter: null, sheets }
  }
  const delimiter = detectDelimiter(text)
  const charge = (cells: readonly string[]) => budget.chargeRow(cells)
  const records = readRecords({ path, name: NAME, encoding, isGuessed, delimiter, charge })
  const rows = await keepRows(records, { sheet: 0, where: NAME }, keep)
  return { format: 'csv', encoding, isEncodingGuessed: isGuessed, delimiter, sheets: [{ name: '', rows }] }
}

/** Returns the number of rows. */
async function keepRows(
  records: AsyncIterable<CsvRecord>,
  { sheet, where }: { sheet: number; where: string },
  keep: Keep,
): Promise<number> {
  let lines: [line: number, cells: readonly string[]][] = []
  let [rows, position, characters] = [0, 0, 0]
  const handOver = async () => {
    await keep({ sheet, position: position++, lastLine: lines.at(-1)![0], lines: JSON.stringify(lines) })
    ;[lines, characters] = [[], 0]
  }
  for await (const { cells, line } of records) {
    if (++rows > MAX_ROWS + MAX_ROWS_ABOVE) throw new OperatorError(tooManyRows(where))
    if (cells.length > MAX_COLUMNS) throw new OperatorError(tooManyColumns(where))
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    lines.push([line, cells.map(storable)])
    if (lines.length >= PART_ROWS || characters >= PART_CHARACTERS) await handOver()
  }
  if (lines.length > 0) await handOver()
  return rows
}

/** Without what no database and no answer can hold. */
function storable(cell: string): string {
  return (cell.includes('\0') ? cell.replaceAll('\0', '\ufffd') : cell).toWellFormed()
}

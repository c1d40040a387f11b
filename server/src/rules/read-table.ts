import { parse } from 'csv-parse/sync'
import { detectDelimiter } from './detect-delimiter.ts'

/** What is read as a table: lines may end in any way, a row may have cells of its own, and quotes be within a cell. */
export const TABLE_OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
}

/** No value that is read is longer. A longer cell is cut and marked, so that it costs no more than others. */
const MAX_CELL = 300

/** A row of a text: its cells, without the space around them, and its place among all rows, from 1. */
export type TableRow = { line: number; cells: string[] }

/**
 * The rows of a text that was copied from a spreadsheet, or that is CSV. Empty lines are left out. Throws a SyntaxError
 * if a quote is not closed.
 */
export function readTable(text: string): TableRow[] {
  let rows: string[][]
  try {
    rows = parse(text, { ...TABLE_OPTIONS, delimiter: detectDelimiter(text), bom: true })
  } catch (error) {
    throw new SyntaxError('A quote is not closed.', { cause: error })
  }
  return rows
    .map((cells, row) => ({ line: row + 1, cells: cells.map(cut) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function cut(cell: string): string {
  const text = cell.trim()
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text
}

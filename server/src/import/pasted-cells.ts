import { parse } from 'csv-parse/sync'
import { detectDelimiter } from './detect-delimiter.ts'

/** A row of pasted text: its cells, and its line, from 1. */
export type PastedRow = { line: number; cells: string[] }

/**
 * The rows of a text that was copied from a spreadsheet, or that is CSV. Empty lines are left out. Throws a SyntaxError if a
 * quote is not closed.
 */
export function pastedRows(text: string): PastedRow[] {
  let rows: string[][]
  try {
    rows = parse(text, {
      delimiter: detectDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      bom: true,
    })
  } catch (error) {
    throw new SyntaxError('A quote is not closed.', { cause: error })
  }
  return rows
    .map((cells, row) => ({ line: row + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

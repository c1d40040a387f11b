import { parse } from 'csv-parse/sync'
import { detectDelimiter } from './detect-delimiter.ts'
import type { Delimiter } from './detect-delimiter.ts'
import { visibleText } from './invisible.ts'

/**
 * What is read as a table: lines may end in any way, a row may have cells of its own, and quotes be within a cell. Rows
 * come as RawRecord, for `hasOpenQuote`.
 */
export const TABLE_OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  raw: true,
}

/** The cells of a row, and its text. */
export type RawRecord = { record: string[]; raw: string }

/** What rows have in the same column: a number, or a code. Copied cells may have tabs in them, and are held to numbers. */
const NUMBER = /^[^\p{L}\d]*\d[\d.,'’ ]*[^\p{L}\d]*$/u
const CODE = /^\S*\d\S*$/
/** Characters of such a number or code. */
const MAX_FIGURE = 100
const LINE_END = /\r\n|\r|\n/

/**
 * Whether a quote that was never closed has swallowed the rows up to the next quote: that one does not end its cell, or
 * what it closes begins and ends like rows of the table.
 */
export function hasOpenQuote({ record, raw }: RawRecord, delimiter: Delimiter): boolean {
  if (!record.some((cell) => LINE_END.test(cell))) return false
  const closed = new RegExp(`(?<=^|[${delimiter}\\r\\n])"[^"]*(?:""[^"]*)*"(?=[${delimiter}\\r\\n]|$)`, 'g')
  if (LINE_END.test(raw.trim().replaceAll(closed, ''))) return true
  const figure = delimiter === '\t' ? NUMBER : CODE
  const isFigure = (text: string) => text.length <= MAX_FIGURE && figure.test(text.trim())
  return record.some((cell, at) => {
    const firstEnd = cell.search(LINE_END)
    if (firstEnd === -1) return false
    const lastStart = Math.max(cell.lastIndexOf('\n'), cell.lastIndexOf('\r')) + 1
    const first = [...record.slice(0, at), ...cutTight(cell.slice(0, firstEnd), delimiter)]
    const last = [...cutTight(cell.slice(lastStart), delimiter), ...record.slice(at + 1)]
    const areRows = first.length === record.length && last.length === record.length && record.length > 1
    return areRows && first.some((value, i) => isFigure(value) && isFigure(last[i]!))
  })
}

/** Cuts at delimiters. Behind one that is punctuation of a text there is a space. */
function cutTight(line: string, delimiter: Delimiter): string[] {
  return line.split(new RegExp(`[${delimiter}](?! )`))
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
  const delimiter = detectDelimiter(text)
  let rows: RawRecord[]
  try {
    rows = parse(text, { ...TABLE_OPTIONS, delimiter, bom: true }) as unknown as RawRecord[]
  } catch (error) {
    throw new SyntaxError('A quote is not closed.', { cause: error })
  }
  const open = rows.findIndex((row) => hasOpenQuote(row, delimiter))
  if (open !== -1) throw new SyntaxError(`A quote is not closed in row ${open + 1}.`)
  return rows
    .map(({ record }, row) => ({ line: row + 1, cells: record.map(cut) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function cut(cell: string): string {
  const text = visibleText(cell)
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text
}

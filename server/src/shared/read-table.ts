import { parse } from 'csv-parse/sync'
import { visibleText } from './invisible.ts'
import { MAX_NUMBER, splitNumber } from './read-number.ts'
import type { DecimalMark } from './read-number.ts'

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

const DELIMITERS = ['\t', ';', ',', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/**
 * The delimiter of a table: a tab where the first line has one, as copied cells may have commas in them. Else the one of
 * the most lines in a row, of which the first has as many as any. So titles above the table do not count. Of those of as
 * many lines it is the one that its first line has most of, a tab before all; where semicolons and commas are as
 * frequent, the commas are decimal ones.
 */
export function detectDelimiter(start: string): Delimiter {
  const lines = start
    .replaceAll(/"[^"]*(?:""[^"]*)*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '' || line.includes('\t'))
  if (lines[0]?.includes('\t')) return '\t'
  const tables = DELIMITERS.map((delimiter) => ({ delimiter, ...longestTable(lines, delimiter) }))
  const best = tables.reduce((a, b) => {
    const longer = b.length - a.length || (a.delimiter === '\t' ? 0 : b.columns - a.columns)
    return longer > 0 ? b : a
  })
  return best.length === 0 ? ',' : best.delimiter
}

/** The most lines that follow each other, each with the delimiter, and none with more of it than the first. */
function longestTable(lines: readonly string[], delimiter: Delimiter): { length: number; columns: number } {
  let best = { length: 0, columns: 0 }
  let current = best
  for (const line of lines) {
    const columns = line.split(delimiter).length - 1
    if (columns === 0) current = { length: 0, columns: 0 }
    else current = columns > current.columns ? { length: 1, columns } : { ...current, length: current.length + 1 }
    if (current.length > best.length || (current.length === best.length && current.columns > best.columns))
      best = current
  }
  return best
}

/** How a column writes decimals, with the first of its texts that proves it. */
export type DecidedMark = { mark: DecimalMark; example: string }

const BOTH: DecimalMark[] = ['.', ',']
/** What may stand around a number: a currency, a sign, a percent sign. */
const AROUND = /^[\s(+−‒–-]*\p{L}{0,3}\p{Sc}?\s*|(?<![.,])\s*\p{L}{0,3}\p{Sc}?[\s)%−-]*$/gu

/**
 * Looks at the texts of a column, one by one. `decided` is null if none proves a mark, or if they contradict. Numbers
 * of a workbook always have a decimal point, and no zeros at their end: 1.250 is a text there, and could mean two.
 */
export function watchMarks({ isWorkbook = false } = {}): {
  see: (text: string) => void
  decided: () => DecidedMark | null
} {
  const proofs = new Map<DecimalMark, string>()
  return {
    see: (text) => {
      if (proofs.size === 2 || text.length > MAX_NUMBER) return
      const split = splitNumber(text.normalize('NFKC').replaceAll(AROUND, ''))
      const isNumber = isWorkbook && split?.lone === '.'
      const isText = isNumber && split.after.endsWith('0')
      for (const mark of isText ? BOTH : [isNumber ? '.' : split?.proves]) {
        if (mark && !proofs.has(mark)) proofs.set(mark, text.trim())
      }
    },
    decided: () => {
      const [proof, ...others] = proofs
      return proof && others.length === 0 ? { mark: proof[0], example: proof[1] } : null
    },
  }
}

/**
 * How a column writes decimals, by all its texts: 1.234,50 and 12,5 prove a comma; 1,234.50 and 12.50 a point. Null if
 * none proves a mark, or if they contradict each other.
 */
export function decideMark(texts: Iterable<string>): DecidedMark | null {
  const watch = watchMarks()
  for (const text of texts) watch.see(text)
  return watch.decided()
}

/** What a page says of it: Read with a decimal comma: 1.234,50 */
export function decidedInWords({ mark, example }: DecidedMark): string {
  return `Read with a decimal ${mark === ',' ? 'comma' : 'point'}: ${example}`
}

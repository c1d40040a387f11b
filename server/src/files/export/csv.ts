import { guardFormula } from '../spreadsheets/cells.ts'
import { plainAmount } from './document-head.ts'
import type { Cell } from './xlsx.ts'

/** Excel takes a CSV file for UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as CSV, in parts. `decimals`: of the currency. A text that a spreadsheet would run as a formula is guarded by an
 * apostrophe.
 */
export async function* csv(decimals: number, rows: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for await (const part of rows)
    yield part.map((cells) => `${cells.map((cell) => csvCell(cell, decimals)).join(',')}\r\n`).join('')
}

function csvCell(cell: Cell, decimals: number): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return plainAmount(cell.minor, decimals)
  const text = guardFormula(cell)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

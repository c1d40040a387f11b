import { BYTE_ORDER_MARK, csvCell } from '../spreadsheets/cells.ts'
import { plainAmount } from './document-head.ts'
import type { Cell } from './xlsx.ts'

/**
 * Rows as CSV, in parts. `decimals`: of the currency. A text that a spreadsheet would run as a formula is guarded by an
 * apostrophe.
 */
export async function* csv(decimals: number, rows: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for await (const part of rows)
    yield part.map((cells) => `${cells.map((cell) => cellText(cell, decimals)).join(',')}\r\n`).join('')
}

function cellText(cell: Cell, decimals: number): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return plainAmount(cell.minor, decimals)
  return csvCell(cell)
}

import { setImmediate } from 'node:timers/promises'
import { xlsx } from './xlsx.ts'
import type { Cell, TableShape } from './xlsx.ts'
import { BYTE_ORDER_MARK, csvCell } from '../spreadsheets/cells.ts'
import { plainAmount } from './document-head.ts'

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

/** A cell of yes or no, as the import reads it. */
export function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** Cells that are written before others get a turn. */
const SLICE_CELLS = 5_000

/** A table as a file, made while its rows come. The first part of the rows is its head. */
export function tableFile(
  format: TableFormat,
  shape: TableShape,
  rows: AsyncIterable<Cell[][]>,
): AsyncGenerator<string | Buffer> {
  return format === 'csv' ? csv(shape.decimals, inSlices(rows)) : xlsx(shape, inSlices(rows))
}

async function* inSlices(parts: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  for await (const rows of parts) {
    const most = Math.max(1, Math.floor(SLICE_CELLS / (rows[0]?.length ?? 1)))
    for (let from = 0; from < rows.length; from += most) {
      yield rows.slice(from, from + most)
      await setImmediate()
    }
  }
}

/**
 * Rows as CSV, in parts. `decimals`: of the currency. A text that a spreadsheet would run as a formula is guarded by an
 * apostrophe.
 */
async function* csv(decimals: number, rows: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
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

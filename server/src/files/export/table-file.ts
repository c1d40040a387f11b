import { setImmediate } from 'node:timers/promises'
import { csv } from './csv.ts'
import { xlsx } from './xlsx.ts'
import type { Cell, TableShape } from './xlsx.ts'

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

import { csv } from './csv.ts'
import { xlsx } from './xlsx.ts'
import type { Cell, TableShape } from './xlsx.ts'

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

/** A cell of yes or no, as the import reads it. */
export function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** A table as a file, made while its rows come. The first part of the rows is its head. */
export function tableFile(
  format: TableFormat,
  shape: TableShape,
  rows: AsyncIterable<Cell[][]>,
): AsyncGenerator<string | Buffer> {
  return format === 'csv' ? csv(shape.decimals, rows) : xlsx(shape, rows)
}

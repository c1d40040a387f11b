import type { ColumnMapping } from './map-columns.ts'

/**
 * The values of a row by field; undefined for a blank one. `misfit` says that the row has not the columns of the
 * header.
 */
export function valuesOf<F extends string>(
  cells: readonly string[],
  { header, columns, constants }: Pick<ColumnMapping<string>, 'header' | 'columns' | 'constants'>,
): { value: (field: F) => string | undefined; misfit: string | null } {
  const isFit = cells.length >= header.length && cells.slice(header.length).every((cell) => cell.trim() === '')
  return {
    value: (field) => constants.get(field) ?? (cells[columns.get(field) ?? -1]?.trim() || undefined),
    misfit: isFit ? null : `has ${cells.length} cells where the header has ${header.length}`,
  }
}

import type { ColumnMapping } from './map-columns.ts'

/**
 * The values of a row by field; undefined for a blank one. `cleared` tells the fields whose blank cells empty them, as
 * null. `misfit` says that the row has not the columns of the header.
 */
export function valuesOf<F extends string>(
  cells: readonly string[],
  {
    header,
    columns,
    constants,
    clearing,
  }: Pick<ColumnMapping<string>, 'header' | 'columns' | 'constants' | 'clearing'>,
): { value: (field: F) => string | undefined; cleared: () => { [Field in F]?: null }; misfit: string | null } {
  const isFit = cells.length >= header.length && cells.slice(header.length).every((cell) => cell.trim() === '')
  return {
    value: (field) => constants.get(field) ?? (cells[columns.get(field) ?? -1]?.trim() || undefined),
    cleared: () => {
      const blank = [...columns].filter(([, column]) => clearing?.has(column) && !cells[column]?.trim())
      return Object.fromEntries(blank.map(([field]) => [field, null])) as { [Field in F]?: null }
    },
    misfit: isFit ? null : `has ${cells.length} cells where the header has ${header.length}`,
  }
}

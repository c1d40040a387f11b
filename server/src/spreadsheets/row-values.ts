import { visibleText } from '../rules/invisible.ts'
import { inCurrency } from '../rules/read-price.ts'
import { errorOf } from './cell-errors.ts'
import type { ColumnMapping } from './map-columns.ts'

/**
 * The values of a row by field; undefined for a blank one. A number is in the currency that its header names. `cleared` tells the fields whose blank cells empty them, as
 * null. Cells that are missing at the end are blank: spreadsheets leave them out. `misfit` says why the row cannot be
 * used: it has more cells than the header, or errors for values.
 */
export function valuesOf<F extends string>(
  cells: readonly string[],
  { header, columns, constants, details, clearing, currencies }: Omit<ColumnMapping<string>, 'ignored' | 'required'>,
): { value: (field: F) => string | undefined; cleared: () => { [Field in F]?: null }; misfit: string | null } {
  const isTooLong = cells.slice(header.length).some((cell) => cell.trim() !== '')
  const used = [...columns, ...details.map((column) => [`"${header[column]!}"`, column] as const)]
  const errors = used.flatMap(([name, column]) => {
    const error = errorOf(cells[column]?.trim() ?? '')
    return error === undefined ? [] : [`${name} ${error}`]
  })
  return {
    value: (field) => {
      const column = columns.get(field) ?? -1
      const text = inCurrency(visibleText(cells[column] ?? ''), currencies?.get(column))
      return constants.get(field) ?? (text || undefined)
    },
    cleared: () => {
      const blank = [...columns].filter(([, column]) => clearing?.has(column) && !cells[column]?.trim())
      return Object.fromEntries(blank.map(([field]) => [field, null])) as { [Field in F]?: null }
    },
    misfit: isTooLong ? `has ${cells.length} cells where the header has ${header.length}` : errors.join('; ') || null,
  }
}

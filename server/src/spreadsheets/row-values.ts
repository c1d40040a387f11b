import { visibleText } from '../rules/invisible.ts'
import { inCurrency } from '../rules/read-price.ts'
import type { ColumnMapping } from './map-columns.ts'

/** Stands for a formula that was saved without its value, by a program that cannot compute it. */
export const FORMULA_WITHOUT_VALUE = '#FORMULA!'

/** What spreadsheets show instead of a value, each in its language: #N/A, #NV, #REF!, #WERT!, #NAME?, Err:502. */
const ERROR = /^(?:#(?:N\/[A-Z]+|NV|GETTING_DATA|\p{Lu}[\p{Lu}\d/_]*[!?])|Err:\d{3})$/u

/**
 * The values of a row by field; undefined for a blank one. A number is in the currency that its header names. Cells that
 * are missing at the end are blank: spreadsheets leave them out. `cleared` tells the fields whose blank cells empty them,
 * as null. `misfit` says why the row cannot be used: it has more cells than the header, or errors for values.
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

/** Why a cell has no value, in words that follow its name; undefined if it has one. */
function errorOf(cell: string): string | undefined {
  if (cell.includes('\ufffd')) return 'has a character that cannot be read: save the file as "CSV UTF-8"'
  if (!ERROR.test(cell)) return undefined
  return cell === FORMULA_WITHOUT_VALUE
    ? 'is a formula without a stored value: open the file in a spreadsheet and save it again'
    : `is ${cell}, an error of the spreadsheet`
}

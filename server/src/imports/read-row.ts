import { visibleText } from '../rules/invisible.ts'
import { inCurrency } from '../rules/read-price.ts'
import type { Currency } from '../rules/read-price.ts'
import { FORMULA_WITHOUT_VALUE } from '../spreadsheets/cells.ts'
import type { ColumnForms } from '../spreadsheets/column-forms.ts'
import type { FieldSet } from '../spreadsheets/fields.ts'
import type { ColumnMapping, ReadRow } from './import-kind.ts'

/** What spreadsheets show instead of a value, each in its language: #N/A, #NV, #REF!, #WERT!, #NAME?, Err:502. */
const ERROR = /^(?:#(?:N\/[A-Z]+|NV|GETTING_DATA|\p{Lu}[\p{Lu}\d/_]*[!?])|Err:\d{3})$/u

/**
 * Reads rows by the mapping of their columns. A number is in the currency that its header names. Cells that are missing
 * at the end are blank: spreadsheets leave them out.
 */
export function rowReader(
  { fields, required }: FieldSet,
  { header, columns, constants, details, clearing, currencies }: ColumnMapping,
  { currency, currencyDecimals, forms }: Currency & { forms: ColumnForms },
): (cells: readonly string[]) => ReadRow {
  const named = [...columns, ...details.map((column) => [`"${header[column]!}"`, column] as const)]
  const sources = Object.entries(fields).flatMap(([field, { read }]) => {
    const [column, constant] = [columns.get(field), constants.get(field)]
    if (column === undefined && constant === undefined) return []
    const form = { currency, currencyDecimals, ...forms.numberOf(field) }
    return [{ field, read, form, column: column ?? -1, constant, currency: currencies.get(column ?? -1) }]
  })
  return (cells) => {
    const values: Record<string, unknown> = {}
    const texts: Record<string, string> = {}
    const cleared: Record<string, null> = {}
    const reasons = misfitsOf(cells, header, named)
    const isMisfit = reasons.length > 0
    for (const { field, read, form, column, constant, currency } of sources) {
      const text = constant ?? inCurrency(visibleText(cells[column] ?? ''), currency)
      if (text === '') {
        if (clearing.has(column)) cleared[field] = null
        if (required.includes(field) && !isMisfit) reasons.push(`${field} is blank`)
        continue
      }
      texts[field] = text
      const { value, reason } = read ? read(text, form) : { value: text }
      if (value !== undefined) values[field] = value
      if (reason !== undefined && !isMisfit) reasons.push(`${field} ${reason}`)
    }
    return { values, texts, cleared, reasons, isMisfit }
  }
}

/** `named`: the columns that are used, with their names. */
function misfitsOf(
  cells: readonly string[],
  header: readonly string[],
  named: readonly (readonly [string, number])[],
): string[] {
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
    return [`has ${cells.length} cells where the header has ${header.length}`]
  }
  const errors = named.flatMap(([name, column]) => {
    const error = errorOf(cells[column]?.trim() ?? '')
    return error === undefined ? [] : [`${name} ${error}`]
  })
  return errors
}

/** Why a cell has no value, in words that follow its name; undefined if it has one. */
function errorOf(cell: string): string | undefined {
  if (cell.includes('\ufffd')) return 'has a character that cannot be read: save the file as "CSV UTF-8"'
  if (!ERROR.test(cell)) return undefined
  return cell === FORMULA_WITHOUT_VALUE
    ? 'is a formula without a stored value: open the file in a spreadsheet and save it again'
    : `is ${cell}, an error of the spreadsheet`
}

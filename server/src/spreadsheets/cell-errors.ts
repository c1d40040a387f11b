/** Stands for a formula that was saved without its value, by a program that cannot compute it. */
export const FORMULA_WITHOUT_VALUE = '#FORMULA!'

/** What spreadsheets show instead of a value, each in its language: #N/A, #NV, #REF!, #WERT!, #NAME?, Err:502. */
const ERROR = /^(?:#(?:N\/[A-Z]+|NV|GETTING_DATA|\p{Lu}[\p{Lu}\d/_]*[!?])|Err:\d{3})$/u

/** Why a cell has no value, in words that follow its name; undefined if it has one. */
export function errorOf(cell: string): string | undefined {
  if (cell.includes('\ufffd')) return 'has a character that cannot be read: save the file as "CSV UTF-8"'
  if (!ERROR.test(cell)) return undefined
  return cell === FORMULA_WITHOUT_VALUE
    ? 'is a formula without a stored value: open the file in a spreadsheet and save it again'
    : `is ${cell}, an error of the spreadsheet`
}

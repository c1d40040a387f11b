/** What a spreadsheet takes for a formula. A number with its sign is none. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?[\d.,\s]+$/

/** The text of a cell of a CSV file, so that a spreadsheet does not run it as a formula: with an apostrophe before it. */
export function harmlessCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** The text of a cell as it was before it was made harmless. */
export function plainCell(text: string): string {
  return text.startsWith("'") && harmlessCell(text.slice(1)) === text ? text.slice(1) : text
}

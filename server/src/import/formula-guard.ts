/** A spreadsheet runs a cell that begins with one of these as a formula. */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** The text as a cell that a spreadsheet shows and never runs: an apostrophe before what would begin a formula. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The same for a cell that is stored as text and so never runs: only a text that looks guarded gets an apostrophe. */
export function guardTextCell(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text
}

/** The text of a guarded cell. */
export function readGuarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}

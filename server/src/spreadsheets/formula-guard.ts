/** What a spreadsheet runs as a formula, and the same behind the apostrophes of a guard. */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/
/** A number with its sign is no formula. */
const NUMBER = /^[+-]?[\d.,\s]+$/

/** The text as a cell of a CSV file that a spreadsheet shows and never runs: guarded by an apostrophe. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** The same for a cell that is stored as text and so never runs: only a text that looks guarded gets an apostrophe. */
export function guardTextCell(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text
}

/** The text of a cell, without the apostrophe that guards it. */
export function readGuarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}

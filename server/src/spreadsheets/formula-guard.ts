/**
 * What a spreadsheet runs as a formula, and the same behind the apostrophes of a guard. It skips blanks in front of a
 * sign, those without a width too, and takes the full-width and small forms of East Asian keyboards for the signs
 * themselves.
 */
const RUN = String.raw`(?:[\t\r\n]|[\s\u200b-\u200d\u2060]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])`
const FORMULA = new RegExp(`^'*${RUN}`)
const GUARDED = new RegExp(`^'+${RUN}`)
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

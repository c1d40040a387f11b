import { OperatorError } from '../../../errors.ts'

/** Limits of a file that is imported from the browser. */
export const MAX_FILE_BYTES = 50 * 1_048_576
export const MAX_ROWS = 100_000
/** Lines of a sheet or a CSV file, blank ones too: what all spreadsheets have. */
export const MAX_LINES = 1_048_576
export const MAX_COLUMNS = 500
export const MAX_SHEETS = 200
/** Rows above the header, such as a title. */
export const MAX_ROWS_ABOVE = 20
/** Cells of all sheets: 100,000 rows of 60 columns. */
const MAX_CELLS = 6_000_000
/** Characters of all cells. A small workbook may repeat a long text very often. */
const MAX_CHARACTERS = 120_000_000
/** Characters of a row. It is handed over, kept and shown as a whole. */
const MAX_ROW_CHARACTERS = 1_000_000

/** `where`: what has them, at the beginning of a sentence. */
export function tooManyColumns(where: string): string {
  return `${where} has more than ${MAX_COLUMNS} columns. Remove the ones that you do not need.`
}

export function tooManyRows(where: string): string {
  return `${where} has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it into several files.`
}

const TOO_MANY_CELLS =
  `The file has more than ${MAX_CELLS.toLocaleString('en')} cells. Blank ones count up to the last cell of a row that is ` +
  'filled. Remove columns and rows that you do not need, or split the file.'

const TOO_MUCH_TEXT = 'The file has more text than can be imported. Split it.'

const ROW_TOO_LONG =
  `A row of the file has more than ${MAX_ROW_CHARACTERS.toLocaleString('en')} characters. ` +
  'Shorten its cells; in a CSV file, look for a quote that is not closed.'

/**
 * What a file may still make of itself, in cells and characters. Whoever reads a part of it charges what arises where
 * it arises: a small file becomes no large amount of work, whichever part of it says so. Throws an OperatorError.
 */
export class ReadingBudget {
  #cells = MAX_CELLS
  #characters = MAX_CHARACTERS
  #lines = MAX_LINES

  /** Cells, blank ones too, and whatever else there may be many of. */
  chargeCells(count: number): void {
    this.#cells -= count
    if (this.#cells < 0) throw new OperatorError(TOO_MANY_CELLS)
  }

  chargeCharacters(count: number): void {
    this.#characters -= count
    if (this.#characters < 0) throw new OperatorError(TOO_MUCH_TEXT)
  }

  /** A row of a CSV file, blank or not. */
  chargeRow(cells: readonly string[]): void {
    if (--this.#lines < 0) throw new OperatorError(tooManyRows('The file'))
    this.chargeCells(cells.length)
    const length = cells.reduce((sum, cell) => sum + cell.length, 0)
    this.chargeCharacters(length)
    requireShortRow(length)
  }
}

/** Throws an OperatorError for a row of too many characters. */
export function requireShortRow(characters: number): void {
  if (characters > MAX_ROW_CHARACTERS) throw new OperatorError(ROW_TOO_LONG)
}

import { OperatorError } from '../../errors.ts'
import { MAX_CELLS, MAX_CHARACTERS, MAX_LINES, MAX_ROW_CHARACTERS, tooManyRows } from './file-limits.ts'

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

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
export const MAX_CELLS = 6_000_000
/** Characters of all cells. A small workbook may repeat a long text very often. */
export const MAX_CHARACTERS = 120_000_000
/** Characters of a row. It is handed over, kept and shown as a whole. */
export const MAX_ROW_CHARACTERS = 1_000_000

/** `where`: what has them, at the beginning of a sentence. */
export function tooManyColumns(where: string): string {
  return `${where} has more than ${MAX_COLUMNS} columns. Remove the ones that you do not need.`
}

export function tooManyRows(where: string): string {
  return `${where} has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it into several files.`
}

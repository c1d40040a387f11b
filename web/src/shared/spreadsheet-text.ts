/** Writes cells as a spreadsheet pastes them. */
export function toSpreadsheetText(rows: string[][]): string {
  return rows.map((row) => row.map(quoteWhereNeeded).join('\t')).join('\n')
}

function quoteWhereNeeded(cell: string): string {
  return /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

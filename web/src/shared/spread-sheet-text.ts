/**
 * Reads cells that were copied from a spreadsheet (tabs) or a CSV text (commas or semicolons). A cell in double quotes
 * may hold separators, line ends and doubled quotes. Blank lines at the end are left out. Each row has the cells that
 * it has.
 */
export function parseSpreadsheetText(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)!.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === separator) endCell()
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at++
      endCell()
      rows.push([])
    } else cell += character
  }
  endCell()
  while (rows.length > 0 && rows.at(-1)!.every((value) => value.trim() === '')) rows.pop()
  return rows
}

/** A tab anywhere means a spreadsheet; else whichever of semicolon and comma the first line has, semicolons first. */
function separatorOf(text: string): string {
  if (text.includes('\t')) return '\t'
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  return firstLine.includes(';') ? ';' : ','
}

/** Writes cells as a spreadsheet pastes them. */
export function toSpreadsheetText(rows: string[][]): string {
  return rows.map((row) => row.map(quoteWhereNeeded).join('\t')).join('\n')
}

function quoteWhereNeeded(cell: string): string {
  return /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

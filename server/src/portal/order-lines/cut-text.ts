/** A row of cells, and the same as one text, with its separators. Lines count from 1. */
export type CutRow = { line: number; cells: string[]; text: string }

/** No code and no quantity is longer, and no row needs more. What is longer is cut, so that it costs no more. */
const [MAX_CELL, MAX_CELLS, MAX_TEXT] = [200, 100, 300]

/** A cell and what ends it. A quote that is not closed within its cell is a character like any other. */
const CELL = /(?: *"((?:[^"]|""){0,300})" *(?=[\t;,\r\n]|$)|([^\t;,\r\n]*))(\t|;|,|\r\n|\r|\n|$)/y

/**
 * Cuts a pasted text into rows and cells. Each row has its own separator: tab, else semicolon, else comma, else several
 * spaces, else the only space. Blank rows are left out.
 */
export function cutText(text: string): CutRow[] {
  const rows: CutRow[] = []
  let parts: { text: string; end: string }[] = []
  let [line, next] = [1, 1]
  for (const match of text.matchAll(new RegExp(CELL, 'gy'))) {
    const [whole, quoted, plain, end = ''] = match
    parts.push({ text: quoted?.replaceAll('""', '"') ?? plain!, end })
    next += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    if (end !== '' && '\t;,'.includes(end)) continue
    const row = cutRow(line, parts)
    if (row.text !== '') rows.push(row)
    parts = []
    line = next
  }
  return rows
}

/** The row of a file. One of a single cell is cut as a pasted one. */
export function cutFileRow(line: number, cells: readonly string[], delimiter: string): CutRow {
  const [only] = cells.length === 1 ? cutText(cells[0]!) : []
  return only ? { ...only, line } : toRow(line, [...cells], cells.join(delimiter))
}

function cutRow(line: number, parts: readonly { text: string; end: string }[]): CutRow {
  const separator = ['\t', ';', ','].find((one) => parts.some(({ end }) => end === one))
  const text = parts.map((part) => part.text + part.end).join('')
  if (separator === undefined) return toRow(line, cutWords(plainSpaces(text)), text)
  const cells = ['']
  for (const part of parts) {
    cells[cells.length - 1] += part.text
    if (part.end === separator) cells.push('')
    else if (part.end === ';' || part.end === ',') cells[cells.length - 1] += part.end
  }
  return toRow(line, cells, text)
}

function cutWords(text: string): string[] {
  const columns = text.split(/ {2,}/)
  const words = text.split(' ')
  return columns.length === 1 && words.length === 2 ? words : columns
}

function toRow(line: number, cells: string[], text: string): CutRow {
  return {
    line,
    cells: cells.slice(0, MAX_CELLS).map((cell) => plainSpaces(cell).slice(0, MAX_CELL)),
    text: plainSpaces(text).slice(0, MAX_TEXT),
  }
}

/** Of other spaces, only a tab separates. */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\r\n\u00a0\u202f\ufeff]/g, ' ').trim()
}

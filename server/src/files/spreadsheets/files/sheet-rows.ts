import { OperatorError } from '../../../errors.ts'
import { FORMULA_WITHOUT_VALUE } from '../cells.ts'
import type { CsvRecord } from '../read-csv.ts'
import { MAX_COLUMNS, MAX_LINES, requireShortRow, tooManyColumns } from './file-limits.ts'
import type { ReadingBudget } from './file-limits.ts'
import { plain } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import { parseXml } from './parse-xml.ts'

/** What the cells of all sheets refer to. Of the texts, those that are blank are empty. */
export type WorkbookParts = { strings: readonly string[]; formats: readonly NumberFormat[]; is1904: boolean }

/** `value`: undefined without an element for it. */
type Cell = { column: number; type: string; style: number; value?: string; isFormula: boolean }

/**
 * The rows of a sheet that are not blank, with their numbers in it. Throws an OperatorError for one of too many
 * columns, for rows out of their order, and where the budget is used up.
 */
export async function* sheetRows(
  xml: AsyncIterable<Buffer>,
  sheet: string,
  parts: WorkbookParts,
  budget: ReadingBudget,
): AsyncGenerator<CsvRecord> {
  let found: CsvRecord[] = []
  let cells: string[] = []
  let cell: Cell | undefined
  let [line, last, characters] = [0, -1, 0]

  const endCell = ({ column, ...cell }: Cell) => {
    const text = cellText(cell, parts)
    if (text.trim() === '') return
    if (column >= MAX_COLUMNS) throw new OperatorError(tooManyColumns(`The sheet "${sheet}"`))
    budget.chargeCells(Math.max(0, column - cells.length))
    budget.chargeCharacters(text.length)
    requireShortRow((characters += text.length))
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  const nextLine = (given: string | undefined) => {
    const next = given === undefined ? line + 1 : Number(given)
    if (Number.isInteger(next) && next > line && next <= MAX_LINES) return next
    throw new OperatorError(
      `The rows of the sheet "${sheet}" are not numbered in their order, up to ${MAX_LINES.toLocaleString('en')}. ` +
        'Open it in your spreadsheet and save it again.',
    )
  }
  const parsed = parseXml(xml, {
    open: (name, attribute) => {
      if (name === 'row') {
        budget.chargeCells(1)
        line = nextLine(attribute('r'))
        ;[cells, last, characters] = [[], -1, 0]
      } else if (name === 'c') {
        budget.chargeCells(1)
        last = columnOf(attribute('r')) ?? last + 1
        const [type = 'n', style = 0] = [attribute('t'), attribute('s')]
        cell = { column: last, type, style: Number(style), isFormula: false }
      } else if (name === 'f' && cell) cell.isFormula = true
    },
    close: (name, text) => {
      if (name === 'row' && cells.length > 0) found.push({ cells, line })
      if (!cell) return
      if (name === 'v' || name === 't') requireShortRow((cell.value = (cell.value ?? '') + text).length)
      if (name !== 'c') return
      endCell(cell)
      cell = undefined
    },
  })
  for await (const _ of parsed) {
    yield* found
    found = []
  }
}

/** The text of a cell by its type, as the schema of workbooks (ST_CellType) has it. */
function cellText(cell: Omit<Cell, 'column'>, { strings, formats, is1904 }: WorkbookParts): string {
  const { type, style, isFormula } = cell
  const isText = type === 'inlineStr' || type === 'str'
  if (isText && cell.value !== undefined) return unescaped(cell.value)
  const value = cell.value?.trim() ?? ''
  if (value === '') return isFormula ? FORMULA_WITHOUT_VALUE : ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return /^(?:1|true)$/i.test(value) ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' ')
  const number = type === 'n' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? (formats[style] ?? plain)(value, number, is1904) : value
}

/** Workbooks write control characters as `_x000D_`; a line end that stands in the XML itself is one `\n` (XML 1.0, 2.11). */
export function unescaped(text: string): string {
  if (!/_x|\r/.test(text)) return text
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The position of a column from the reference of a cell: `AB12` is 27. */
function columnOf(reference = ''): number | undefined {
  let column = 0
  for (let i = 0; ; i++) {
    const letter = reference.charCodeAt(i) & ~0x20
    if (letter < 65 || letter > 90) return column === 0 ? undefined : column - 1
    column = column * 26 + letter - 64
  }
}

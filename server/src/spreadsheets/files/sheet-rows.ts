import { OperatorError } from '../../errors.ts'
import { FORMULA_WITHOUT_VALUE } from '../row-values.ts'
import type { CsvRecord } from '../read-csv.ts'
import { MAX_COLUMNS, MAX_LINES, tooManyColumns } from './file-limits.ts'
import { numberText, PLAIN } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import { parseXml } from './parse-xml.ts'
import { requireShortRow } from './reading-budget.ts'
import type { ReadingBudget } from './reading-budget.ts'

/** What the cells of all sheets refer to. Of the texts, those that are blank are empty. */
export type WorkbookParts = { strings: readonly string[]; formats: readonly NumberFormat[]; is1904: boolean }

type Cell = { column: number; type: string; style: number; value: string; isFormula: boolean }

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
  let line = 0
  let cells: string[] = []
  let cell: Cell | undefined
  let last = -1
  let characters = 0
  let takesText = false
  let depthOfPhonetic = 0

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
        cells = []
        last = -1
        characters = 0
      } else if (name === 'c') {
        budget.chargeCells(1)
        last = columnOf(attribute('r')) ?? last + 1
        const [type = 'n', style = 0] = [attribute('t'), attribute('s')]
        cell = { column: last, type, style: Number(style), value: '', isFormula: false }
      } else if (name === 'f' && cell) cell.isFormula = true
      else if (name === 'rPh') depthOfPhonetic++
      else if (name === 'v' || name === 't') takesText = cell !== undefined && depthOfPhonetic === 0
    },
    close: (name) => {
      if (name === 'v' || name === 't') takesText = false
      else if (name === 'rPh') depthOfPhonetic--
      else if (name === 'c' && cell) {
        endCell(cell)
        cell = undefined
      } else if (name === 'row' && cells.length > 0) found.push({ cells, line })
    },
    text: (part) => {
      if (!takesText) return
      cell!.value += part
      requireShortRow(cell!.value.length)
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
  if (type === 'inlineStr' || type === 'str') return unescaped(cell.value)
  const value = cell.value.trim()
  if (value === '') return isFormula ? FORMULA_WITHOUT_VALUE : ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return /^(?:1|true)$/i.test(value) ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
  return type === 'n' ? numberText(value, formats[style] ?? PLAIN, is1904) : value
}

/** Workbooks write control characters as `_x000D_`. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

/** The position of a column from the reference of a cell: `AB12` is 27. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i) & ~0x20
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column === 0 ? undefined : column - 1
}

import { readQuantity } from '../../../../server/src/rules/read-quantity.ts'
import { readTable } from '../../../../server/src/rules/read-table.ts'

/**
 * A row of what was pasted. `row` counts from 1, as a spreadsheet does. `sku` is what stands there, also in a bad row.
 */
export type PastedLine = { row: number; sku: string } & (
  | { qty: number; problem?: undefined }
  | { qty?: undefined; problem: string }
)

const SKU_HEADERS =
  /^(your |our )?(sku|code|item|product|part|art.*|(product|item|stock|part|catalogue)[ -]?(sku|code|no|number|nr|id))\.?$/i
const QTY_HEADERS =
  /^(order(ed)? )?(q(uanti)?ty|quantity|amount|count|pcs|pieces|units|menge|anzahl|aantal)\.?( ordered)?$/i

/**
 * Reads lines of SKU and quantity as people have them: from a spreadsheet, as CSV, with columns in any order, with or
 * without a header, or as "SKU 12" and "12 x SKU" in plain text. A bad row is told, and the others stay. Lines of one
 * SKU are added up.
 */
export function readLines(text: string): PastedLine[] {
  const rows = readTable(text)
  const header = headerOf(rows[0]?.cells ?? [])
  const columns = header ?? guessColumns(rows.map(({ cells }) => cells))
  const lines = rows.slice(header ? 1 : 0).map(({ line, cells }) => readRow(line, cells, columns))
  return addUp(lines)
}

type Columns = { sku: number; qty: number }

function headerOf(cells: string[]): Columns | null {
  const sku = cells.findIndex((cell) => SKU_HEADERS.test(cell))
  const qty = cells.findIndex((cell) => QTY_HEADERS.test(cell))
  if (sku === -1 || qty === -1) return null
  return { sku, qty }
}

/**
 * Without a header, the quantity is the column that has a quantity most often; of two, the later one. The SKU is the
 * first of those that most often have a single word.
 */
function guessColumns(rows: string[][]): Columns {
  const width = Math.max(2, ...rows.map((cells) => cells.length))
  const sumUp = (score: (cell: string) => number) =>
    Array.from({ length: width }, (_, column) => rows.reduce((sum, cells) => sum + score(cells[column] ?? ''), 0))
  const quantities = sumUp(likelyQuantity)
  const most = Math.max(...quantities)
  const qty = most === 0 ? 1 : quantities.lastIndexOf(most)
  const words = sumUp((cell) => Number(/^\S+$/.test(cell))).with(qty, -1)
  return { sku: words.indexOf(Math.max(...words)), qty }
}

/** A price of "25.00" is a quantity only where no other column has one. */
function likelyQuantity(cell: string): number {
  if (readCount(cell).value === undefined) return 0
  return /[.,]\d\d$/.test(cell) ? 1 : 2
}

/** A quantity as it stands in a list: also "12 pcs" and "x12". */
function readCount(cell: string) {
  return readQuantity(
    cell.replace(/^[x×*]\s*(?=\d)/i, '').replace(/(?<=\d)\s*([x×]|pcs?|pieces?|units?|ea|stk)\.?$/i, ''),
  )
}

function readRow(row: number, cells: string[], { sku, qty }: Columns): PastedLine {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 1 && (cells.length === 1 || !cells[qty])) return readPlain(row, filled[0]!)
  const code = cells[sku] ?? ''
  if (code === '') return { row, sku: filled.join(' '), problem: 'There is no SKU in this row.' }
  const quantity = readCount(cells[qty] ?? '')
  if (quantity.value !== undefined) return { row, sku: code, qty: quantity.value }
  return { row, sku: code, problem: `The quantity ${quantity.reason}.` }
}

/** "SKU 12", "SKU: 12", "12 SKU", "12 x SKU" or a SKU alone, which means one. */
function readPlain(row: number, text: string): PastedLine {
  const after = /^(\S+?)(?::|\s+[-–=])?\s+[x×*]?\s*(\d{1,7})$/i.exec(text)
  const before = /^(\d{1,7})\s*[x×*]\s+(\S.*)$/i.exec(text) ?? (after ? null : /^(\d{1,7})\s+(\S+)$/.exec(text))
  const [sku, qty] = before ? [before[2]!, before[1]!] : after ? [after[1]!, after[2]!] : [text, '1']
  const { value, reason } = readQuantity(qty)
  return value === undefined ? { row, sku, problem: `The quantity ${reason}.` } : { row, sku, qty: value }
}

function addUp(lines: PastedLine[]): PastedLine[] {
  const first = new Map<string, PastedLine & { qty: number }>()
  return lines.filter((line) => {
    if (line.qty === undefined) return true
    const key = line.sku.toLowerCase()
    const earlier = first.get(key)
    if (earlier) earlier.qty += line.qty
    else first.set(key, line)
    return !earlier
  })
}

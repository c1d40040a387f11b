import { currencyOf, matchHeaders } from '../../../../server/src/shared/match-headers.ts'
import { PRODUCT_FIELDS } from '../../../../server/src/shared/product-fields.ts'
import { inCurrency } from '../../../../server/src/shared/read-price.ts'
import { readTable } from '../../../../server/src/shared/read-table.ts'

/** A pasted row that names its product. */
export type PastedRow = { sku: string; price: string | null }

type Pasted =
  | { kind: 'skus'; rows: PastedRow[] }
  | { kind: 'values'; values: string[] }
  | { kind: 'unreadable'; why: string }

/** The new price has its own header, or is the only price. */
const FIELDS = {
  sku: { headers: `${PRODUCT_FIELDS.sku.headers} product item article` },
  price: { headers: `newprice newlistprice ${PRODUCT_FIELDS.listPrice.headers}` },
}

/** An amount or a percentage, also one that cannot be taken, such as one with too many decimals. */
const FIGURE = /^[-+−]?\s?\p{Sc}?\s?\d+(?:[.,'’\s]\d{3})*(?:[.,]\d+)?\s?[\p{Sc}%]?$/u

/**
 * What a pasted text means. A single column of figures is values for the rows from the active cell on. Of several
 * columns, the header tells those of the SKU and the price; without one, the first names the product, and the price is
 * in the last one that is filled.
 * @param mayBeValues whether there are rows that values could be for
 */
export function readPasted(text: string, { mayBeValues = true } = {}): Pasted {
  const values = text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((value) => value.trim())
  // A comma may be inside of an amount: 1,234.50.
  if (mayBeValues && !text.includes('\t') && values.filter((value) => FIGURE.test(value)).length * 2 > values.length)
    return { kind: 'values', values }
  let rows: string[][]
  try {
    rows = readTable(text).map(({ cells }) => cells)
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unreadable', why: error.message }
    throw error
  }
  const header = matchHeaders(FIELDS, rows[0] ?? [])
  const [skuAt, priceAt] = [header.get('sku'), header.get('price')]
  const currency = priceAt === undefined ? undefined : currencyOf(rows[0]![priceAt]!)
  const priceOf = (row: string[]) =>
    inCurrency((priceAt === undefined ? lastFilled(row) : row[priceAt]) ?? '', currency) || null
  return {
    kind: 'skus',
    rows: rows.slice(header.size === 0 ? 0 : 1).map((row) => ({ sku: row[skuAt ?? 0] ?? '', price: priceOf(row) })),
  }
}

function lastFilled(row: string[]): string | undefined {
  return row.slice(1).findLast((cell) => cell !== '')
}

/** A cell that somebody has set. Prices in minor units; null for no line. */
export type CellEdit = { productId: string; sku: string; from: number | null; to: number | null }

/** The price of a cell once it is rounded: of a line that is shown, or of a product by its SKU. */
export type RoundedCell = CellEdit | { sku: string; to: number }

/** A cell that was not taken, and why, for people. `rounded` is set if rounding its price is all that it needs. */
export type NotTaken = { id: number; what: string; value: string; why: string; rounded?: RoundedCell | undefined }
export type NewNotTaken = Omit<NotTaken, 'id'>

/** The cells that were not taken, until somebody closes the list. */
export class NotTakenCells {
  #cells: readonly NotTaken[] = []
  #lastId = 0

  get all(): readonly NotTaken[] {
    return this.#cells
  }

  add(cells: readonly NewNotTaken[]): void {
    this.#cells = [...this.#cells, ...cells.map((cell) => ({ id: ++this.#lastId, ...cell }))]
  }

  clear(): void {
    this.#cells = []
  }

  /** Takes off those that need only rounding, and returns them, rounded. */
  takeRounded(): RoundedCell[] {
    const rounded = this.#cells.flatMap((cell) => cell.rounded ?? [])
    this.#cells = this.#cells.filter((cell) => cell.rounded === undefined)
    return rounded
  }
}

/** Writes cells as a spreadsheet pastes them. */
export function toSpreadsheetText(rows: string[][]): string {
  return rows.map((row) => row.map(quoteWhereNeeded).join('\t')).join('\n')
}

function quoteWhereNeeded(cell: string): string {
  return /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

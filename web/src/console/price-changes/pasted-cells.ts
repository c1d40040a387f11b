import { readTable } from '../../../../server/src/rules/read-table.ts'

/** A pasted row that names its product. */
export type PastedRow = { sku: string; price: string | null }

export type Pasted = { kind: 'skus'; rows: PastedRow[] } | { kind: 'values'; values: string[] }

const SKU_HEADER = /^\s*(sku|code|article|item|product code|stock code)\b/i
const PRICE_HEADER = /\b(new price|price|list price)\b/i

/**
 * What a pasted text means. A single column of figures is values for the rows from the active cell on. Of several
 * columns, the first names the product; the price is in the column with such a heading, else in the last one that is
 * filled.
 * @param isFigure whether a text can be a value of the column
 */
export function readPasted(text: string, isFigure: (text: string) => boolean): Pasted {
  const values = text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((value) => value.trim())
  // A comma may be inside of an amount: 1,234.50.
  if (!text.includes('\t') && values.filter(isFigure).length * 2 > values.length) return { kind: 'values', values }
  const rows = readTable(text).map(({ cells }) => cells)
  const hasHeader = SKU_HEADER.test(rows[0]?.[0] ?? '')
  const headed = hasHeader ? priceColumn(rows[0]!) : -1
  const priceOf = (row: string[]) => (headed > 0 ? row[headed] : lastFilled(row))?.trim() || null
  return {
    kind: 'skus',
    rows: rows.slice(hasHeader ? 1 : 0).map((row) => ({ sku: row[0]!.trim(), price: priceOf(row) })),
  }
}

/** The column of the new price by its heading: the last one that says price. */
function priceColumn(header: string[]): number {
  const isNew = header.findIndex((cell) => /\bnew\b.*\bprice\b/i.test(cell))
  return isNew > 0 ? isNew : header.findLastIndex((cell, i) => i > 0 && PRICE_HEADER.test(cell))
}

function lastFilled(row: string[]): string | undefined {
  return row.slice(1).findLast((cell) => cell.trim() !== '')
}

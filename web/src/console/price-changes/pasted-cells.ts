/** A pasted row that names its product. */
export type PastedRow = { sku: string; price: string | null }

export type Pasted = { kind: 'skus'; rows: PastedRow[] } | { kind: 'values'; values: string[] }

const SKU_HEADER = /^\s*(sku|code|article|item|product code|stock code)\b/i
const PRICE_HEADER = /\b(new price|price|list price)\b/i

/**
 * What pasted cells mean. Of several columns, the first names the product; the price is in the column with such a heading, else
 * in the last one that is filled. A single column is values for the rows from the active cell on, if they are figures; else
 * SKUs.
 * @param isFigure whether a text can be a value of the column
 */
export function readPasted(rows: string[][], isFigure: (text: string) => boolean): Pasted {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const hasHeader = filled.length > 0 && SKU_HEADER.test(filled[0]![0] ?? '')
  const body = hasHeader ? filled.slice(1) : filled
  if (!filled.some((row) => row.length > 1)) {
    const values = body.map((row) => row[0]!.trim())
    const areFigures = !hasHeader && values.filter(isFigure).length * 2 >= values.length
    if (areFigures) return { kind: 'values', values }
    return { kind: 'skus', rows: values.map((sku) => ({ sku, price: null })) }
  }
  const headed = hasHeader ? priceColumn(filled[0]!) : -1
  return {
    kind: 'skus',
    rows: body.map((row) => ({
      sku: row[0]!.trim(),
      price: (headed > 0 ? row[headed] : lastFilled(row))?.trim() || null,
    })),
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

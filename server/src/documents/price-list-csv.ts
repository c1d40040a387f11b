import type { BuyerContext } from '../portal/buyer-context.ts'
import { plainAmount, readDocumentHead } from './document-head.ts'
import { priceListRows } from './price-list-rows.ts'

/** Excel takes a CSV file for UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\ufeff'

const COLUMNS = ['SKU', 'Name', 'Brand', 'Unit', 'From quantity', 'Price', 'Currency', 'Tax', 'Date']

/** The price list as CSV, in parts. Every row says its currency, tax wording and date. */
export async function* priceListCsv(context: BuyerContext): AsyncGenerator<string> {
  const { currency, currencyDecimals, taxLabel, day } = await readDocumentHead(context)
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`
  for await (const rows of priceListRows(context)) {
    const lines = rows.map(({ sku, name, brand, unitLabel, fromQty, unit }) => {
      const price = unit === null ? '' : plainAmount(unit, currencyDecimals)
      return csvLine([sku, name, brand, unitLabel, String(fromQty), price, currency, taxLabel, day])
    })
    yield lines.join('')
  }
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}

import type { CustomerContext } from '../portal/buyer-context.ts'
import { csv } from './csv.ts'
import { readDocumentHead } from './document-head.ts'
import type { DocumentHead } from './document-head.ts'
import { priceListRows } from './price-list-rows.ts'
import type { Cell } from './xlsx.ts'

const COLUMNS = ['SKU', 'Name', 'Brand', 'Unit', 'From quantity', 'Price', 'Currency', 'Tax', 'Date']

/** The price list as CSV, in parts. Every row says its currency, tax wording and date. */
export async function* priceListCsv(context: CustomerContext): AsyncGenerator<string> {
  const head = await readDocumentHead(context)
  yield* csv(head.currencyDecimals, cells(context, head))
}

async function* cells(context: CustomerContext, { currency, taxLabel, day }: DocumentHead): AsyncGenerator<Cell[][]> {
  yield [COLUMNS]
  for await (const rows of priceListRows(context)) {
    yield rows.map(({ sku, name, brand, unitLabel, fromQty, unit }) => {
      const price = unit === null ? null : { minor: unit }
      return [sku, name, brand, unitLabel, fromQty, price, currency, taxLabel, day]
    })
  }
}

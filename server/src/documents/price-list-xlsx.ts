import type { CustomerContext } from '../portal/buyer-context.ts'
import { readDocumentHead } from './document-head.ts'
import type { DocumentHead } from './document-head.ts'
import { priceListRows } from './price-list-rows.ts'
import { xlsx } from './xlsx.ts'
import type { Cell } from './xlsx.ts'

const WIDTHS = [18, 48, 20, 14, 14, 12]

/** The price list as an Excel workbook, in parts. */
export async function* priceListXlsx(context: CustomerContext): AsyncGenerator<Buffer> {
  const head = await readDocumentHead(context)
  const shape = { sheet: 'Price list', widths: WIDTHS, decimals: head.currencyDecimals }
  yield* xlsx(shape, cells(context, head))
}

async function* cells(context: CustomerContext, head: DocumentHead): AsyncGenerator<Cell[][]> {
  const { wholesaler, customer, currency, taxLabel, day } = head
  yield [
    [`Price list of ${wholesaler} for ${customer}`],
    [`${day}, prices in ${currency}, ${taxLabel}`],
    [],
    ['SKU', 'Name', 'Brand', 'Unit', 'From quantity', 'Price'],
  ]
  for await (const rows of priceListRows(context)) {
    yield rows.map(({ sku, name, brand, unitLabel, fromQty, unit }) => [
      sku,
      name,
      brand,
      unitLabel,
      fromQty,
      unit === null ? null : { minor: unit },
    ])
  }
}

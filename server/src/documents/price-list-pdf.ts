import type { CustomerContext } from '../portal/buyer-context.ts'
import { readDocumentHead } from './document-head.ts'
import { PdfTable } from './pdf-table.ts'
import { priceListRows } from './price-list-rows.ts'

const COLUMNS = [
  { header: 'SKU', width: 90 },
  { header: 'Name', width: 235, wraps: true as const },
  { header: 'Unit', width: 70 },
  { header: 'From', width: 50, align: 'right' as const },
  { header: 'Price', width: 70, align: 'right' as const },
]

/**
 * The price list as a PDF, which is made while it is read: nothing begins before, so its errors always have a reader.
 */
export async function* priceListPdf(context: CustomerContext): AsyncGenerator<Buffer> {
  const { wholesaler, customer, currency, money, taxLabel, day } = await readDocumentHead(context)
  const under = [`For ${customer}`, `${day}, prices in ${currency}, ${taxLabel}`]
  const table = await PdfTable.begin(`Price list of ${wholesaler}`, under, COLUMNS)
  const fill = async () => {
    for await (const rows of priceListRows(context)) {
      const cells = rows.map(({ sku, name, unitLabel, fromQty, unit }) => [
        sku,
        name,
        unitLabel,
        String(fromQty),
        unit === null ? '' : money(unit),
      ])
      if (!(await table.add(cells))) return
    }
    table.end()
  }
  fill().catch((error: unknown) => table.stream.destroy(error as Error))
  yield* table.stream as AsyncIterable<Buffer>
}

import { requireNamed } from '../catalogue/list-products.ts'
import type { CustomerContext } from '../portal/buyer-context.ts'
import { csv } from './csv.ts'
import { readDocumentHead } from './document-head.ts'
import { priceListPdf } from './price-list-pdf.ts'
import { priceListRows } from './price-list-rows.ts'
import type { PriceListFilter, PriceListRow } from './price-list-rows.ts'
import { xlsx } from './xlsx.ts'
import type { Cell } from './xlsx.ts'

const FORMATS = { csv: asCsv, xlsx: asWorkbook, pdf: priceListPdf }

const COLUMNS = ['SKU', 'Name', 'Brand', 'Category', 'Availability', 'Unit', 'From quantity', 'Order multiple', 'Price']
/** A blank column: who fills it in can order with the file. */
const ORDERED = 'Quantity'
const WIDTHS = [18, 48, 20, 20, 14, 14, 14, 14, 12, 12]

/** What a customer pays for each product, as a file that is made while it is read. Throws NotFound. */
export async function priceListFile(
  context: CustomerContext,
  format: keyof typeof FORMATS,
  filter: PriceListFilter & { pictures?: boolean | undefined } = {},
): Promise<AsyncIterable<string | Buffer>> {
  await requireNamed(context, { ...filter, customer: context.customerId })
  return FORMATS[format](context, filter)
}

/** Every row says its currency, tax wording and date. */
async function* asCsv(context: CustomerContext, filter: PriceListFilter): AsyncGenerator<string> {
  const { currency, currencyDecimals, taxLabel, day } = await readDocumentHead(context)
  const head = [[...COLUMNS, 'Currency', 'Tax', 'Date', ORDERED]]
  yield* csv(
    currencyDecimals,
    table(context, filter, head, (row) => [...cells(row), currency, taxLabel, day, null]),
  )
}

async function* asWorkbook(context: CustomerContext, filter: PriceListFilter): AsyncGenerator<Buffer> {
  const { wholesaler, customer, currency, currencyDecimals, taxLabel, day } = await readDocumentHead(context)
  const title = `Price list of ${wholesaler} for ${customer}`
  const head = [[title], [`${day}, prices in ${currency}, ${taxLabel}`], [], [...COLUMNS, ORDERED]]
  yield* xlsx({ sheet: 'Price list', widths: WIDTHS, decimals: currencyDecimals }, table(context, filter, head, cells))
}

async function* table(
  context: CustomerContext,
  filter: PriceListFilter,
  head: Cell[][],
  cellsOf: (row: PriceListRow) => Cell[],
) {
  yield head
  for await (const rows of priceListRows(context, filter)) yield rows.map(cellsOf)
}

function cells(row: PriceListRow): Cell[] {
  const { sku, name, brand, category, availability, unitLabel, fromQty, orderMultiple, unit } = row
  const price = unit === null ? null : { minor: unit }
  return [sku, name, brand, category, availability, unitLabel, fromQty, orderMultiple, price]
}

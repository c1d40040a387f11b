import { requireNamed } from '../../catalogue/list-products.ts'
import { localTime } from '../../lib/local-time.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { readPortalSettings } from '../../portal/portal-settings.ts'
import { readDocumentHead } from './document-head.ts'
import { priceListDay } from './price-list-size.ts'
import type { PriceList, PriceListChoice } from './price-list-size.ts'
import { priceListPdf } from './price-list-pdf.ts'
import { priceListRows } from './price-list-rows.ts'
import type { PriceListRow } from './price-list-rows.ts'
import { tableFile } from './table-file.ts'
import type { Cell } from './xlsx.ts'

const FORMATS = { csv: asCsv, xlsx: asWorkbook, pdf: priceListPdf }

export type PriceListFormat = keyof typeof FORMATS

const COLUMNS = ['SKU', 'Name', 'Brand', 'Category', 'Availability', 'Unit', 'From quantity', 'Order multiple', 'Price']
/** The next price, and from when on. */
const COMING = ['Coming price', 'Coming from']
/** A blank column: who fills it in can order with the file. */
const ORDERED = 'Quantity'
const WIDTHS = [18, 48, 20, 20, 14, 14, 14, 14, 12, 12]
const WIDTHS_COMING = [...WIDTHS.slice(0, -1), 14, 14, 12]

/**
 * What a customer pays for each product now, or at the start of a day, as a file that is made while it is read. Throws
 * NotFound, and InvalidInput for a day whose prices are not known or not told.
 */
export async function priceListFile(
  context: CustomerContext,
  format: PriceListFormat,
  { date, pictures = false, ...filter }: PriceListChoice = {},
): Promise<AsyncIterable<string | Uint8Array>> {
  await requireNamed(context, { ...filter, customer: context.customerId })
  const day = await priceListDay(context, date)
  const { comingDays } = await readPortalSettings(context)
  const tellsComing = day.at === undefined && comingDays > 0
  return FORMATS[format](context, { filter: { ...filter, at: day.at }, day, pictures, tellsComing })
}

/** Every row says its currency, tax wording and date. */
async function* asCsv(context: CustomerContext, list: PriceList): AsyncGenerator<string | Buffer> {
  const { currency, currencyDecimals, taxLabel, timezone } = await readDocumentHead(context)
  const head = [[...columnsOf(list), 'Currency', 'Tax', 'Date', ORDERED]]
  yield* tableFile(
    'csv',
    { sheet: 'Price list', widths: [], decimals: currencyDecimals },
    table(context, list, head, (row) => [...cells(row, list, timezone), currency, taxLabel, list.day.day, null]),
  )
}

async function* asWorkbook(context: CustomerContext, list: PriceList): AsyncGenerator<string | Buffer> {
  const { wholesaler, customer, currency, currencyDecimals, taxLabel, timezone } = await readDocumentHead(context)
  const title = `Price list of ${wholesaler} for ${customer}`
  const { day, note } = list.day
  const said = `${day}, prices in ${currency}, ${taxLabel}${note ? `. ${note}` : ''}`
  const head = [[title], [said], [], [...columnsOf(list), ORDERED]]
  const shape = {
    sheet: 'Price list',
    widths: list.tellsComing ? WIDTHS_COMING : WIDTHS,
    decimals: currencyDecimals,
  }
  yield* tableFile(
    'xlsx',
    shape,
    table(context, list, head, (row) => cells(row, list, timezone)),
  )
}

function columnsOf({ tellsComing }: PriceList): string[] {
  return tellsComing ? [...COLUMNS, ...COMING] : COLUMNS
}

async function* table(
  context: CustomerContext,
  { filter }: PriceList,
  head: Cell[][],
  cellsOf: (row: PriceListRow) => Cell[],
) {
  yield head
  for await (const rows of priceListRows(context, filter)) yield rows.map(cellsOf)
}

function cells(
  { sku, name, brand, category, availability, unitLabel, fromQty, orderMultiple, unit, coming }: PriceListRow,
  { tellsComing }: PriceList,
  timezone: string,
): Cell[] {
  const present = [sku, name, brand, category, availability, unitLabel, fromQty, orderMultiple, amount(unit)]
  if (!tellsComing) return present
  return [...present, amount(coming?.unit ?? null), coming && dayAndTime(coming.from, timezone)]
}

function amount(minor: number | null): Cell {
  return minor === null ? null : { minor }
}

/** 2027-01-05, with the time where it is not the start of the day. */
function dayAndTime(at: string, timezone: string): string {
  const { date, time } = localTime(timezone, new Date(at))
  return time === '00:00' ? date : `${date} ${time}`
}

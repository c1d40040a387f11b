import type { WorkspaceContext } from '../../context.ts'
import { AGREED_PRICE_COLUMNS } from '../../spreadsheets/agreed-price-columns.ts'
import type { AgreedPriceColumn } from '../../spreadsheets/agreed-price-columns.ts'
import type { ColumnMapping } from '../../spreadsheets/map-columns.ts'
import { readAgreedPrice } from '../../spreadsheets/read-agreed-price.ts'
import { dayOrderByDefault, dayOrderTold } from '../../spreadsheets/read-day.ts'
import type { DayOrder } from '../../spreadsheets/read-day.ts'
import { valuesOf } from '../../spreadsheets/row-values.ts'
import { matchingKey } from '../../matching-key.ts'
import type { AgreedPriceItem } from '../../agreed-prices/place-agreed-prices.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import type { ReadCells } from '../import-kind.ts'
import { partsOfImport } from '../import-parts.ts'
import type { ImportRow } from '../import-row.ts'

export type AgreedPriceField = AgreedPriceColumn | 'customer'

/** Reads rows as agreed prices. Whether the day or the month comes first in a date is told by all dates of the file. */
export async function agreedPriceReader(
  context: WorkspaceContext,
  row: ImportRow,
  mapping: ColumnMapping<string>,
): Promise<ReadCells<AgreedPriceItem>> {
  const { currency, currencyDecimals } = await readWorkspace(context, context.workspaceId)
  const dayOrder = (await dayOrderOfFile(context, row, mapping)) ?? dayOrderByDefault(currency)
  const how = { currency, currencyDecimals, dayOrder }
  return (cells, line) => {
    const { value, misfit } = valuesOf<AgreedPriceField>(cells, mapping)
    const [customer, sku] = [value('customer'), value('sku')]
    const about = { label: sku, sku }
    if (misfit) return { ...about, key: undefined, reasons: [misfit] }
    const read = readAgreedPrice(
      { line, cells: AGREED_PRICE_COLUMNS.map((column) => value(column) ?? '') },
      [...AGREED_PRICE_COLUMNS],
      how,
    )
    const reasons = [...(customer === undefined ? ['There is no customer.'] : []), ...(read.reasons ?? [])]
    if (!read.row || reasons.length > 0) return { ...about, key: undefined, reasons }
    const { minQty, startsOn } = read.row
    const key = [matchingKey(customer!), matchingKey(read.row.sku), minQty, startsOn].join('\n')
    return { ...about, key, item: { ...read.row, customer: customer! } }
  }
}

/** Null if no date of the file can be read in one way only. */
async function dayOrderOfFile(
  context: WorkspaceContext,
  row: ImportRow,
  { columns }: ColumnMapping<string>,
): Promise<DayOrder | null> {
  const dates = ['startsOn', 'endsOn'].flatMap((field) => columns.get(field) ?? [])
  if (dates.length === 0) return null
  for await (const records of partsOfImport(context, row)) {
    const order = dayOrderTold(records.flatMap(({ cells }) => dates.map((column) => cells[column]?.trim() ?? '')))
    if (order) return order
  }
  return null
}

import type { WorkspaceContext } from '../../context.ts'
import { AGREED_PRICE_COLUMNS } from '../../spreadsheets/agreed-price-columns.ts'
import type { AgreedPriceColumn } from '../../spreadsheets/agreed-price-columns.ts'
import type { ColumnForms } from '../../spreadsheets/column-forms.ts'
import type { ColumnMapping } from '../../spreadsheets/map-columns.ts'
import { readAgreedPrice } from '../../spreadsheets/read-agreed-price.ts'
import { valuesOf } from '../../spreadsheets/row-values.ts'
import { matchingKey } from '../../matching-key.ts'
import type { AgreedPriceItem } from '../../agreed-prices/place-agreed-prices.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import type { ReadCells } from '../import-kind.ts'

export type AgreedPriceField = AgreedPriceColumn | 'customer'

/** Reads rows as agreed prices. */
export async function agreedPriceReader(
  context: WorkspaceContext,
  forms: ColumnForms,
  mapping: ColumnMapping<string>,
): Promise<ReadCells<AgreedPriceItem>> {
  const { currency, currencyDecimals } = await readWorkspace(context, context.workspaceId)
  const how = { currency, currencyDecimals, forms }
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

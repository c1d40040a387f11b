import { browseAgreedPrices } from '../../pricing/terms/read-agreed-prices.ts'
import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { unmistakableNames } from './customer-table.ts'
import { tableFile } from './table-file.ts'
import type { TableFormat } from './table-file.ts'
import type { Cell } from './xlsx.ts'

/** Prices read at a time. */
const PAGE = 500
const COLUMNS = ['Customer', 'SKU', 'Name', 'Price', 'From quantity', 'Start', 'End']
const WIDTHS = [18, 18, 48, 12, 14, 12, 12]

/**
 * The agreed prices of a customer as a file, past and future ones too, as they can be pasted and imported. Throws
 * NotFound.
 */
export async function agreedPriceTable(
  context: WorkspaceContext,
  { customer, format }: { customer: string; format: TableFormat },
): Promise<AsyncGenerator<string | Buffer>> {
  const found = await findCustomer(context, customer)
  const named = (await unmistakableNames(context, [found])).get(found.id)!
  const { currencyDecimals: decimals } = await readWorkspace(context, context.workspaceId)
  return tableFile(format, { sheet: 'Agreed prices', widths: WIDTHS, decimals }, rows(context, found.id, named))
}

async function* rows(context: WorkspaceContext, customer: string, named: string): AsyncGenerator<Cell[][]> {
  yield [COLUMNS]
  for (let offset = 0; ; offset += PAGE) {
    const { prices } = await browseAgreedPrices(context, { customer, limit: PAGE, offset })
    yield prices.map(({ sku, name, unit, minQty, startsOn, endsOn }) => [
      named,
      sku,
      name,
      { minor: unit },
      minQty,
      startsOn,
      endsOn,
    ])
    if (prices.length < PAGE) return
  }
}

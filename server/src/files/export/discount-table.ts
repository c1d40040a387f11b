import type { WorkspaceContext } from '../../context.ts'
import type { CustomerFilter } from '../../customers/browse-customers.ts'
import { customersToExport, unmistakableNames } from './customer-table.ts'
import { tableFile } from './table-file.ts'
import type { TableFormat } from './table-file.ts'
import type { Cell } from './xlsx.ts'

const COLUMNS = ['Customer', 'Name', 'Applies to', 'Brand or category', 'Discount %']
const SHAPE = { sheet: 'Discounts', widths: [18, 36, 14, 24, 12], decimals: 2 }
const APPLIES_TO = { all: 'Everything', brand: 'Brand', category: 'Category' }

/** The discounts of the customers that match as a file, by the names of the customers. */
export function discountTable(
  context: WorkspaceContext,
  { format, ...filter }: CustomerFilter & { format: TableFormat },
): AsyncGenerator<string | Buffer> {
  return tableFile(format, SHAPE, rows(context, filter))
}

async function* rows(context: WorkspaceContext, filter: CustomerFilter): AsyncGenerator<Cell[][]> {
  yield [COLUMNS]
  for await (const customers of customersToExport(context, filter)) {
    const given = customers.filter(({ discountRules }) => discountRules.length > 0)
    const named = await unmistakableNames(context, given)
    yield given.flatMap(({ id, name, discountRules }) =>
      discountRules.map(({ appliesTo, brand, category, discountBp }) => [
        named.get(id)!,
        name,
        APPLIES_TO[appliesTo],
        brand ?? category,
        discountBp / 100,
      ]),
    )
  }
}

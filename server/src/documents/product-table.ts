import { detailNames, productsToExport } from '../catalogue/products-to-export.ts'
import type { ExportedProduct } from '../catalogue/products-to-export.ts'
import type { StaffFilter } from '../catalogue/staff-filter.ts'
import type { WorkspaceContext } from '../context.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { tableFile } from './table-file.ts'
import type { TableFormat } from './table-file.ts'
import { yesOrNo } from './yes-or-no.ts'
import type { Cell } from './xlsx.ts'

/** Columns as the import knows them: a file can be imported again as it is. Details follow, a column each. */
const COLUMNS: { header: string; width: number; cell: (product: ExportedProduct) => Cell }[] = [
  { header: 'SKU', width: 18, cell: ({ sku }) => sku },
  { header: 'Name', width: 48, cell: ({ name }) => name },
  { header: 'List price', width: 12, cell: ({ listPrice }) => (listPrice === null ? null : { minor: listPrice }) },
  { header: 'Unit label', width: 14, cell: ({ unitLabel }) => unitLabel },
  { header: 'Brand', width: 20, cell: ({ brand }) => brand },
  { header: 'Category', width: 20, cell: ({ category }) => category },
  { header: 'Manufacturer ref', width: 18, cell: ({ manufacturerRef }) => manufacturerRef },
  { header: 'Description', width: 40, cell: ({ description }) => description },
  { header: 'Availability', width: 14, cell: ({ availability }) => availability },
  { header: 'Lead time note', width: 18, cell: ({ leadTimeNote }) => leadTimeNote },
  { header: 'Image URL', width: 24, cell: ({ imageUrl }) => imageUrl },
  { header: 'Only for', width: 24, cell: ({ onlyFor }) => onlyFor && onlyFor.join(' | ') },
  { header: 'Minimum order quantity', width: 22, cell: ({ minOrderQty }) => minOrderQty },
  { header: 'Active', width: 8, cell: ({ active }) => yesOrNo(active) },
]

/** The products that match as a file, by SKU, with everything that an import can set. */
export async function* productTable(
  context: WorkspaceContext,
  { format, ...filter }: StaffFilter & { format: TableFormat },
): AsyncGenerator<string | Buffer> {
  const { currencyDecimals: decimals } = await readWorkspace(context, context.workspaceId)
  const shape = { sheet: 'Products', widths: COLUMNS.map(({ width }) => width), decimals }
  yield* tableFile(format, shape, rows(context, filter))
}

async function* rows(context: WorkspaceContext, filter: StaffFilter): AsyncGenerator<Cell[][]> {
  const names = await detailNames(context, filter)
  yield [[...COLUMNS.map(({ header }) => header), ...names]]
  for await (const products of productsToExport(context, filter)) {
    yield products.map((product) => [
      ...COLUMNS.map(({ cell }) => cell(product)),
      ...names.map((name) => product.details[name] ?? null),
    ])
  }
}

import type { WorkspaceContext } from '../../context.ts'
import type { CustomerFilter } from '../../customers/browse-customers.ts'
import { CUSTOMER_FIELDS, CUSTOMER_FILE_FIELDS } from '../../customers/customer-fields.ts'
import type { CustomerFileField } from '../../customers/customer-fields.ts'
import { customersToExport } from './customers-to-export.ts'
import type { ExportedCustomer } from './customers-to-export.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { tableFile, yesOrNo } from './table-file.ts'
import type { TableFormat } from './table-file.ts'
import type { Cell } from './xlsx.ts'

type Column = { header: string; width: number; cell: (customer: ExportedCustomer) => Cell }

const COLUMNS: Column[] = [
  ...CUSTOMER_FILE_FIELDS.flatMap((field) => (field === 'notes' ? [] : [columnOf(field)])),
  { header: 'Discount', width: 10, cell: (customer) => discounts(customer, 'all') },
  { header: 'Brand discounts', width: 24, cell: (customer) => discounts(customer, 'brand') },
  { header: 'Category discounts', width: 24, cell: (customer) => discounts(customer, 'category') },
  columnOf('notes'),
]

/** The customers that match as a file, by name, with the terms of their accounts and their discounts. */
export async function* customerTable(
  context: WorkspaceContext,
  { format, ...filter }: CustomerFilter & { format: TableFormat },
): AsyncGenerator<string | Buffer> {
  const { currencyDecimals: decimals } = await readWorkspace(context, context.workspaceId)
  const shape = { sheet: 'Customers', widths: COLUMNS.map(({ width }) => width), decimals }
  yield* tableFile(format, shape, rows(context, filter))
}

async function* rows(context: WorkspaceContext, filter: CustomerFilter): AsyncGenerator<Cell[][]> {
  yield [COLUMNS.map(({ header }) => header)]
  for await (const customers of customersToExport(context, filter)) {
    yield customers.map((customer) => COLUMNS.map(({ cell }) => cell(customer)))
  }
}

function columnOf(field: CustomerFileField): Column {
  const [header, width] = CUSTOMER_FIELDS[field].exported
  return { header, width, cell: (customer) => cellOf(customer, field) }
}

function cellOf(customer: ExportedCustomer, field: CustomerFileField): Cell {
  if (field === 'group') return customer.group?.name ?? null
  const value = customer[field]
  if (typeof value === 'boolean') return yesOrNo(value)
  const isMoney = field === 'creditLimit' || field === 'openBalance'
  return isMoney && typeof value === 'number' ? { minor: value } : value
}

/** Discounts that a cell lists: spreadsheets take no cell of more than 32,767 characters. */
const MAX_LISTED = 100

/** In percent: "12.5%" on everything, "Hollin 12.5% | Arc 5%" on brands or categories. */
function discounts({ discountRules }: ExportedCustomer, on: 'all' | 'brand' | 'category'): string | null {
  const found = discountRules.filter(({ appliesTo }) => appliesTo === on)
  const texts = found
    .slice(0, MAX_LISTED)
    .map(({ brand, category, discountBp }) =>
      [brand ?? category, `${discountBp / 100}%`].filter((part) => part !== null).join(' '),
    )
  if (found.length > MAX_LISTED) texts.push(`and ${found.length - MAX_LISTED} more`)
  return texts.length === 0 ? null : texts.join(' | ')
}

import type { WorkspaceContext } from '../../context.ts'
import { matchingInSlices } from '../../customers/browse-customers.ts'
import type { CustomerFilter } from '../../customers/browse-customers.ts'
import { CUSTOMER_FIELDS, CUSTOMER_FILE_FIELDS } from '../../customers/customer-fields.ts'
import type { CustomerFileField } from '../../customers/customer-fields.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { tableFile, yesOrNo } from './table-file.ts'
import type { TableFormat } from './table-file.ts'
import type { Cell } from './xlsx.ts'
import { sql } from 'kysely'
import { textArray } from '../../database/rowset.ts'
import { selectCustomers, shapeCustomer } from '../../customers/customer-rows.ts'
import type { Customer } from '../../customers/customer-rows.ts'
import { discountsOf } from '../../pricing/list-discounts.ts'
import type { DiscountRule } from '../../pricing/list-discounts.ts'
import { resolveCustomers } from '../../customers/find-customer.ts'
import type { CustomerRef } from '../../customers/find-customer.ts'

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
  const isMoney = field === 'creditLimit' || field === 'openBalance' || field === 'minOrderValue'
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

type ExportedCustomer = Customer & { discountRules: DiscountRule[] }

/** Customers of one page: each may have 5,000 discounts. */
const PAGE = 10

/**
 * The customers that match with their discounts, by name, a page at a time. No transaction stays open between two
 * pages.
 */
export async function* customersToExport(
  context: WorkspaceContext,
  filter: CustomerFilter,
): AsyncGenerator<ExportedCustomer[]> {
  for await (const matching of matchingInSlices(context, filter)) {
    for (let from = 0; from < matching.length; from += PAGE) {
      const ids = matching.slice(from, from + PAGE)
      const rows = await selectCustomers(context)
        .where(sql<boolean>`id = any(${textArray(ids)}::uuid[])`)
        .execute()
      const [customers, discounts] = [new Map(rows.map((row) => [row.id, row])), await discountsOf(context, ids)]
      // Who was deleted meanwhile is left out.
      yield ids
        .filter((id) => customers.has(id))
        .map((id) => ({ ...shapeCustomer(customers.get(id)!), discountRules: discounts.get(id)! }))
    }
  }
}

/**
 * What an import finds each customer by: its account code, else its name; its id where those mean another customer,
 * too.
 */
export async function unmistakableNames(
  context: WorkspaceContext,
  customers: readonly CustomerRef[],
): Promise<Map<string, string>> {
  const texts = customers.map(({ accountCode, name }) => accountCode ?? name)
  const meant = await resolveCustomers(context, texts)
  return new Map(
    customers.map(({ id }, i): [string, string] => {
      const found = meant.get(texts[i]!)
      return [id, found !== 'several' && found?.id === id ? texts[i]! : id]
    }),
  )
}

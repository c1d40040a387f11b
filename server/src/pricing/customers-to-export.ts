import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { matchingInSlices } from '../customers/browse-customers.ts'
import type { CustomerFilter } from '../customers/browse-customers.ts'
import { selectCustomers, shapeCustomer } from '../customers/customer-rows.ts'
import type { Customer } from '../customers/customer-rows.ts'
import { discountsOfCustomer } from './list-discounts.ts'
import type { DiscountRule } from './list-discounts.ts'

export type ExportedCustomer = Customer & { discountRules: Omit<DiscountRule, 'label'>[] }

/** The customers that match with their discounts, by name, a page at a time. No transaction stays open between two pages. */
export async function* customersToExport(
  context: WorkspaceContext,
  filter: CustomerFilter,
): AsyncGenerator<ExportedCustomer[]> {
  for await (const ids of matchingInSlices(context, filter)) {
    if (ids.length === 0) continue
    const rows = await selectCustomers(context)
      .select(discountsOfCustomer(context.workspaceId).as('discountRules'))
      .where(sql<boolean>`id = any(${textArray(ids)}::uuid[])`)
      .orderBy('name_key')
      .orderBy('id')
      .execute()
    yield rows.map((row) => ({ ...shapeCustomer(row), discountRules: row.discountRules }))
  }
}

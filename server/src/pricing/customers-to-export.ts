import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { matchingCustomers } from '../customers/browse-customers.ts'
import type { CustomerFilter } from '../customers/browse-customers.ts'
import { selectCustomers, shapeCustomer } from '../customers/customer-rows.ts'
import type { Customer } from '../customers/customer-rows.ts'
import { discountsOfCustomer } from './list-discounts.ts'
import type { DiscountRule } from './list-discounts.ts'

/** Customers read at a time. */
const PAGE = 500

export type ExportedCustomer = Customer & { discountRules: Omit<DiscountRule, 'label'>[] }

/** The customers that match with their discounts, by name, a page at a time. No transaction stays open between two pages. */
export async function* customersToExport(
  context: WorkspaceContext,
  filter: CustomerFilter,
): AsyncGenerator<ExportedCustomer[]> {
  for (let after = { name: '', id: '00000000-0000-0000-0000-000000000000' }; ;) {
    const rows = await selectCustomers(context)
      .select(['name_key', discountsOfCustomer(context.workspaceId).as('discountRules')])
      .where(matchingCustomers(filter))
      .where(sql<boolean>`(name_key, id) > (${after.name}, ${after.id}::uuid)`)
      .orderBy('name_key')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows.map((row) => ({ ...shapeCustomer(row), discountRules: row.discountRules }))
    if (rows.length < PAGE) return
    const last = rows.at(-1)!
    after = { name: last.name_key, id: last.id }
  }
}

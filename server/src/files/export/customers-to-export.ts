import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import { matchingInSlices } from '../../customers/browse-customers.ts'
import type { CustomerFilter } from '../../customers/browse-customers.ts'
import { selectCustomers, shapeCustomer } from '../../customers/customer-rows.ts'
import type { Customer } from '../../customers/customer-rows.ts'
import { discountsOf } from '../../pricing/list-discounts.ts'
import type { DiscountRule } from '../../pricing/list-discounts.ts'

export type ExportedCustomer = Customer & { discountRules: DiscountRule[] }

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

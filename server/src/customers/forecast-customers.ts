import type { WorkspaceContext } from '../context.ts'
import { findMatching } from './customer-writes.ts'
import { planCustomers } from './plan-customers.ts'
import type { CustomerItem } from './plan-customers.ts'
import { priceGroupNames, withGroupIds } from './price-group-names.ts'
import type { WrittenCustomers } from './upsert-customers.ts'

/** Plans a bulk call as `upsertCustomers` does, and writes nothing. Throws the same InvalidInput. */
export async function forecastCustomers(
  context: WorkspaceContext,
  customers: readonly CustomerItem[],
): Promise<WrittenCustomers> {
  const existing = await findMatching(context, customers)
  const groups = await priceGroupNames(context)
  return { ...planCustomers(withGroupIds(customers, groups), existing), existing, groups }
}

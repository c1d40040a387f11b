import type { WorkspaceContext } from '../context.ts'
import { lockCustomerList } from '../customers/customer-writes.ts'
import { forecastCustomers } from '../customers/forecast-customers.ts'
import { upsertCustomers } from '../customers/upsert-customers.ts'
import type { UpsertCustomersInput } from '../customers/upsert-customers.ts'
import { inTransaction } from '../database/transaction.ts'
import { keepingPromises, ofCustomers } from '../promises/keep-promises.ts'

/**
 * Creates or updates customers as `upsertCustomers` does. Another price group moves prices: where that would break a
 * promise, it needs a reason. Throws InvalidInput and BreaksPromises.
 */
export async function putCustomers(
  context: WorkspaceContext,
  input: UpsertCustomersInput,
): Promise<{ created: number; updated: number }> {
  if (input.customers.every(({ group }) => group === undefined)) return upsertCustomers(context, input)
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    const { updates, existing } = await forecastCustomers(trx, input.customers)
    const groups = new Map(existing.map(({ id, values }) => [id, values.group_id]))
    const moving = updates.filter(({ id, values }) => groups.get(id) !== values.group_id).map(({ id }) => id)
    return keepingPromises(trx, ofCustomers(moving), () => upsertCustomers(trx, input))
  })
}

import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { lockCustomerList, lockCustomers, writeCustomers } from './customer-writes.ts'
import { planCustomers } from './plan-customers.ts'
import type { CustomerItem, StoredCustomer } from './plan-customers.ts'

/**
 * Creates or updates customers, all or none, with the same number of statements for one row as for a hundred. A row
 * with an account code is that code's customer; where there is none, it takes over one without a code that has the
 * same e-mail, else the same name. A row without a code is matched by e-mail, else by name.
 * Throws InvalidInput for a row that matches several customers, and for several rows that match one.
 */
export async function upsertCustomers(
  context: WorkspaceContext,
  input: { customers: CustomerItem[] },
): Promise<{ created: number; updated: number }> {
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    const existing = await lockCustomers(trx, input.customers)
    const { creates, updates } = planCustomers(input.customers, existing)
    await writeCustomers(trx, [...creates, ...updates])
    if (creates.length + updates.length > 0) {
      await recordActivity(trx, {
        action: 'customer.upsert',
        subject: subjectOf([...creates, ...updates]),
        changes: { created: creates.length, updated: updates.length },
      })
    }
    return { created: creates.length, updated: input.customers.length - creates.length }
  })
}

/** The one customer that a call wrote, or how many. */
function subjectOf(written: readonly StoredCustomer[]) {
  return written.length === 1
    ? { type: 'customer', id: written[0]!.id, label: written[0]!.values.name }
    : { type: 'customer', id: null, label: `${written.length} customers` }
}

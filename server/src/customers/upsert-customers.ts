import { recordActivity, recordPart } from '../workspaces/activity/record-activity.ts'
import { changedCustomers } from '../workspaces/activity/record-changes.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { sourceOf } from './addresses.ts'
import { findMatching, lockCustomerList, writeCustomers } from './customer-rows.ts'
import { planCustomers, priceGroupNames, withGroupIds } from './plan-customers.ts'
import type { CustomerItem, CustomerPlan, StoredCustomer, PriceGroupNames } from './plan-customers.ts'

/** What a call wrote, with the customers that its rows may have matched. */
export type WrittenCustomers = CustomerPlan & { existing: readonly StoredCustomer[]; groups: PriceGroupNames }

type UpsertCustomersInput = {
  customers: CustomerItem[]
  /**
   * For a call that is a part of something larger, which records the activity itself: called in the transaction when
   * the customers are written, but not if nothing differs.
   */
  recordPart?: (trx: WorkspaceContext, written: WrittenCustomers) => Promise<void>
}

/**
 * Creates or updates customers: all rows or none. The number of statements does not depend on the number of rows. A row
 * with an account code matches the customer with that code; if there is none, a customer without a code by e-mail, else
 * by name. A row without a code matches by e-mail, else by name. Idempotent.
 * Throws InvalidInput if a row matches several customers, several rows match one, or a price group is unknown.
 */
export async function upsertCustomers(
  context: WorkspaceContext,
  input: UpsertCustomersInput,
): Promise<{ created: number; updated: number }> {
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    const existing = await findMatching(trx, input.customers)
    const groups = await priceGroupNames(trx)
    const { creates, updates } = planCustomers(withGroupIds(input.customers, groups), existing, sourceOf(trx.actor))
    const all = [...creates, ...updates]
    await writeCustomers(trx, all)
    const changed = changedCustomers(all.map(({ id }) => id))
    if (all.length > 0 && input.recordPart) {
      await recordPart(trx, undefined, changed)
      await input.recordPart(trx, { creates, updates, existing, groups })
    } else if (all.length > 0) {
      const entry = {
        action: 'customer.upsert',
        subject: subjectOf(all),
        changes: { created: creates.length, updated: updates.length },
      }
      await recordActivity(trx, entry, undefined, changed)
    }
    return { created: creates.length, updated: input.customers.length - creates.length }
  })
}

/** The activity subject: the customer, or the number of customers. */
function subjectOf(written: readonly StoredCustomer[]) {
  return written.length === 1
    ? { type: 'customer', id: written[0]!.id, label: written[0]!.values.name }
    : { type: 'customer', id: null, label: `${written.length} customers` }
}

/** Plans a bulk call as `upsertCustomers` does, and writes nothing. Throws the same InvalidInput. */
export async function forecastCustomers(
  context: WorkspaceContext,
  customers: readonly CustomerItem[],
): Promise<WrittenCustomers> {
  const existing = await findMatching(context, customers)
  const groups = await priceGroupNames(context)
  return { ...planCustomers(withGroupIds(customers, groups), existing), existing, groups }
}

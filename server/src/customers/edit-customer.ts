import { changedMeanwhile } from '../workspaces/activity/changed-meanwhile.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { inTransaction } from '../database/transaction.ts'
import { repeatedIds, withIds } from './addresses.ts'
import { valuesOf } from './customer-fields.ts'
import { lockCustomerList, writeCustomers } from './customer-writes.ts'
import { differences, editableCustomer, fieldsOfCustomer, requireFreeCode } from './editable-customer.ts'
import type { EditableCustomer } from './editable-customer.ts'
import type { CustomerItem } from './plan-customers.ts'
import { priceGroupNames, withGroupIds } from './price-group-names.ts'

export type CustomerEdit = Partial<CustomerItem> & { id: string; version: string }

/**
 * Changes fields of one customer. A field that is left out keeps its value; null clears it. A save that changes nothing
 * writes nothing. Throws NotFound; Conflict if the customer has another version by now; and InvalidInput if another
 * customer has the account code.
 */
export async function editCustomer(
  context: WorkspaceContext,
  { id, version, ...fields }: CustomerEdit,
): Promise<EditableCustomer> {
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    const before = await editableCustomer(trx, id)
    if (before.version !== version) throw await changedMeanwhile(trx, before.id)
    refuse(repeatedIds(fields.addresses ?? [], 'addresses'))
    const addresses = fields.addresses ? withIds(fields.addresses, before.addresses) : before.addresses
    const groups = await priceGroupNames(trx)
    const [named] = withGroupIds([fields], groups, () => '')
    const present = fieldsOfCustomer(before)
    const wanted = { ...present, ...sent(named!), addresses }
    const changes = differences(present, wanted, groups)
    if (Object.keys(changes).length === 0) return before
    await requireFreeCode(trx, wanted.accountCode, before.id)
    await writeCustomers(trx, [{ id: before.id, values: valuesOf(wanted) }])
    await recordActivity(trx, {
      action: 'customer.update',
      subject: { type: 'customer', id: before.id, label: wanted.name },
      changes,
    })
    return editableCustomer(trx, id)
  })
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw new InvalidInput(issues)
}

/** Without the fields that were left out. */
function sent(fields: Partial<CustomerItem>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

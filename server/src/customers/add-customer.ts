import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput } from '../errors.ts'
import { repeatedIds } from './addresses.ts'
import { lockCustomerList, writeCustomers } from './customer-writes.ts'
import { requireFreeCode } from './editable-customer.ts'
import { changed, NEW_CUSTOMER } from './plan-customers.ts'
import type { CustomerItem } from './plan-customers.ts'
import { priceGroupNames, withGroupIds } from './price-group-names.ts'

/** Adds one customer. Throws InvalidInput if another customer has the account code. Names and e-mails may be shared. */
export async function addCustomer(context: WorkspaceContext, input: CustomerItem): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    const [named] = withGroupIds([input], await priceGroupNames(trx), () => '')
    const values = changed(NEW_CUSTOMER, named!)
    const issues = repeatedIds(input.addresses ?? [], 'addresses')
    if (issues.length > 0) throw new InvalidInput(issues)
    await requireFreeCode(trx, values.account_code, null)
    const id = randomUUIDv7()
    await writeCustomers(trx, [{ id, values }])
    await recordActivity(trx, {
      action: 'customer.create',
      subject: { type: 'customer', id, label: values.name },
      changes: { accountCode: values.account_code, email: values.email },
    })
    return { id }
  })
}

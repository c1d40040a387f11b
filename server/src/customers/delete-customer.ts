import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { lockNames } from '../workspaces/lock-names.ts'
import { lockCustomerList } from './customer-writes.ts'
import { lockCustomer } from './find-customer.ts'

/**
 * Deletes a customer with its discounts, agreed prices, buyers and product access. Its orders stay.
 * Throws NotFound, naming the customer.
 */
export async function deleteCustomer(context: WorkspaceContext, input: { customer: string }): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    await lockCustomerList(trx)
    const { id, accountCode, name } = await lockCustomer(trx, input.customer, 'delete')
    const gone = await countTerms(trx, id)
    // The foreign keys cascade to its terms and buyers.
    await trx.db.deleteFrom('customer').where('workspace_id', '=', trx.workspaceId).where('id', '=', id).execute()
    await recordActivity(trx, {
      action: 'customer.delete',
      subject: { type: 'customer', id, label: name },
      changes: { accountCode, ...gone },
    })
  })
}

async function countTerms({ db, workspaceId }: WorkspaceContext, customerId: string) {
  const count = (table: 'discount_rule' | 'agreed_price' | 'buyer') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('customer_id', '=', customerId)
  return db
    .selectNoFrom([
      count('discount_rule').as('discountRules'),
      count('agreed_price').as('agreedPrices'),
      count('buyer').as('buyers'),
    ])
    .executeTakeFirstOrThrow()
}

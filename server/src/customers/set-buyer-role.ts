import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'

/**
 * Says whether a buyer may order, or only prepare orders. `customerId`: the buyer must be one of this customer. Idempotent.
 * Throws NotFound.
 */
export async function setBuyerRole(
  context: WorkspaceContext,
  { id, mayOrder, customerId }: { id: string; mayOrder: boolean; customerId?: string },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const buyers = trx.db
      .selectFrom('buyer')
      .select(['id', 'name', 'customer_id', 'may_order'])
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId!))
      .forNoKeyUpdate()
    const buyer = isUuid(id) ? await buyers.executeTakeFirst() : undefined
    if (!buyer) throw new NotFound(`There is no buyer with the id "${id}".`)
    if (buyer.may_order === mayOrder) return
    await trx.db
      .updateTable('buyer')
      .set({ may_order: mayOrder })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', buyer.id)
      .execute()
    await recordActivity(trx, {
      action: 'buyer.set_role',
      subject: { type: 'buyer', id: buyer.id, label: buyer.name, customerId: buyer.customer_id },
      changes: { mayOrder: { from: buyer.may_order, to: mayOrder } },
    })
  })
}

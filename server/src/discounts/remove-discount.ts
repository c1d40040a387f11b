import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { lockCustomer } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { discountLabel } from '../pricing/discount.ts'

/** Deletes a discount. Throws NotFound, and Conflict if `seenBp` was given and it is another discount by now. */
export async function removeDiscount(
  context: WorkspaceContext,
  { id, seenBp }: { id: string; seenBp?: number | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const found = isUuid(id) ? await findRule(trx, id) : undefined
    // Who sets discounts of a customer holds this lock: none of them changes what is removed meanwhile.
    if (found) await lockCustomer(trx, found.customerId)
    const rule = found && (await findRule(trx, id))
    if (!rule) throw new NotFound(`There is no discount with the id "${id}".`)
    const label = discountLabel(rule.discountBp, rule.brand ?? rule.category)
    if (seenBp !== undefined && seenBp !== rule.discountBp)
      throw new Conflict(`It is ${label} by now. Nothing was removed.`)
    await trx.db
      .deleteFrom('discount_rule')
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', rule.id)
      .execute()
    await recordActivity(trx, {
      action: 'discount_rule.remove',
      subject: { type: 'discount_rule', id: rule.id, label, customerId: rule.customerId },
      changes: { customer: rule.customer, discountBp: rule.discountBp },
    })
  })
}

async function findRule({ db, workspaceId }: WorkspaceContext, id: string) {
  return db
    .selectFrom('discount_rule as r')
    .innerJoin('customer as u', (join) =>
      join.on('u.workspace_id', '=', workspaceId).onRef('u.id', '=', 'r.customer_id'),
    )
    .leftJoin('brand as b', (join) => join.on('b.workspace_id', '=', workspaceId).onRef('b.id', '=', 'r.brand_id'))
    .leftJoin('category as c', (join) =>
      join.on('c.workspace_id', '=', workspaceId).onRef('c.id', '=', 'r.category_id'),
    )
    .select(['r.id', 'r.discount_bp as discountBp', 'r.customer_id as customerId', 'u.name as customer'])
    .select(['b.name as brand', 'c.name as category'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', id)
    .executeTakeFirst()
}

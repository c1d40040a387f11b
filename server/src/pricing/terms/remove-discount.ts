import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockOwner, ownerName, ownerOf } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import { discountLabel } from '../discount.ts'
import { deleteDiscounts } from './discount-rows.ts'

/** Deletes a discount. Throws NotFound, and Conflict if `seenBp` was given and it is another discount by now. */
export async function removeDiscount(
  context: WorkspaceContext,
  { id, seenBp }: { id: string; seenBp?: number | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    // Who sets discounts of this owner holds this lock: none of them changes what is removed meanwhile.
    const owner = await lockOwner(trx, ownerOf(await requireRule(trx, id)))
    const rule = await requireRule(trx, id)
    const label = discountLabel(rule.discountBp, rule.brand ?? rule.category)
    if (seenBp !== undefined && seenBp !== rule.discountBp)
      throw new Conflict(`It is ${label} by now. Nothing was removed.`)
    await deleteDiscounts(trx, [rule.id])
    await recordActivity(trx, {
      action: 'discount_rule.remove',
      subject: { type: 'discount_rule', id: rule.id, label, ...owner.ids },
      changes: { ...ownerName(owner), discountBp: rule.discountBp },
    })
  })
}

/** A discount, with the names of what it is on. Throws NotFound. */
export async function requireRule({ db, workspaceId }: WorkspaceContext, id: string) {
  const found = db
    .selectFrom('discount_rule as r')
    .leftJoin('brand as b', (join) => join.on('b.workspace_id', '=', workspaceId).onRef('b.id', '=', 'r.brand_id'))
    .leftJoin('category as c', (join) =>
      join.on('c.workspace_id', '=', workspaceId).onRef('c.id', '=', 'r.category_id'),
    )
    .select(['r.id', 'r.discount_bp as discountBp', 'r.customer_id as customerId', 'r.group_id as groupId'])
    .select(['b.name as brand', 'c.name as category', 'r.brand_id as brandId', 'r.category_id as categoryId'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', id)
  const rule = isUuid(id) ? await found.executeTakeFirst() : undefined
  if (!rule) throw new NotFound(`There is no discount with the id "${id}".`)
  return rule
}

import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireBelowLimit } from '../../customers/customer-limits.ts'
import { lockOwner, ownerName } from '../../customers/term-owner.ts'
import type { NamedOwner, TermOwner } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { discountLabel } from '../discount.ts'
import { insertDiscounts, updateDiscounts } from './discount-rows.ts'
import type { DiscountScopeIds } from './discount-rows.ts'

/** The scope of a discount: a brand or a category, by name, ignoring case, or all products. */
export type DiscountScope = { appliesTo: 'brand' | 'category'; name: string } | { appliesTo: 'all' }

export type FoundScope = DiscountScopeIds

/**
 * Gives a customer or a price group a discount of 1 to 10,000 basis points. It replaces an earlier one with the same scope. Idempotent.
 * Throws NotFound, naming the customer, price group, brand or category; InvalidRequest if the owner has reached the
 * limit; and Conflict if `seenBp` was given and the present discount is another one. Null: there was none.
 */
export async function setDiscount(
  context: WorkspaceContext,
  input: NamedOwner & { on: DiscountScope; discountBp: number; seenBp?: number | null | undefined },
): Promise<{ id: string }> {
  const { discountBp } = input
  return inTransaction(context, async (trx) => {
    const owner = await lockOwner(trx, input)
    const { name, ...scope } = await findScope(trx, input.on)
    const before = await findRule(trx, owner, scope)
    requireSeen(input.seenBp, before?.discount_bp ?? null, name)
    if (before?.discount_bp === discountBp) return { id: before.id }
    if (!before) await requireBelowLimit(trx, 'discount_rule', owner)
    const id = before?.id ?? randomUUIDv7()
    if (before) await updateDiscounts(trx, [{ id, discountBp }])
    else await insertDiscounts(trx, [{ id, ...owner.ids, ...scope, discountBp }])
    await recordActivity(trx, {
      action: 'discount_rule.set',
      subject: { type: 'discount_rule', id, label: discountLabel(discountBp, name), ...owner.ids },
      changes: { ...ownerName(owner), discountBp, ...(before && { replacedBp: before.discount_bp }) },
    })
    return { id }
  })
}

function requireSeen(seenBp: number | null | undefined, presentBp: number | null, on: string | null): void {
  if (seenBp === undefined || seenBp === presentBp) return
  const present =
    presentBp === null ? 'This discount was deleted meanwhile' : `It is ${discountLabel(presentBp, on)} by now`
  throw new Conflict(`${present}. Your changes were not saved.`)
}

/** The brand or category of the scope. Nobody can delete it until the transaction, if there is one, ends. */
export async function findScope(
  { db, workspaceId }: WorkspaceContext,
  scope: DiscountScope,
): Promise<FoundScope & { name: string | null }> {
  if (scope.appliesTo === 'all') return { appliesTo: 'all', name: null, brandId: null, categoryId: null }
  const { appliesTo } = scope
  const found = await db
    .selectFrom(appliesTo)
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('name_key', '=', matchingKey(scope.name))
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!found) throw new NotFound(`There is no ${appliesTo} "${scope.name}".`)
  const ids = appliesTo === 'brand' ? { brandId: found.id, categoryId: null } : { brandId: null, categoryId: found.id }
  return { appliesTo, name: found.name, ...ids }
}

/** The discount of a customer or price group with that scope. In a transaction, it is locked. */
export async function findRule(
  { db, workspaceId }: WorkspaceContext,
  { column, id }: Pick<TermOwner, 'column' | 'id'>,
  scope: FoundScope,
) {
  return db
    .selectFrom('discount_rule')
    .select(['id', 'discount_bp'])
    .where('workspace_id', '=', workspaceId)
    .where(column, '=', id)
    .where('applies_to', '=', scope.appliesTo)
    .where('brand_id', 'is not distinct from', scope.brandId)
    .where('category_id', 'is not distinct from', scope.categoryId)
    .$if(db.isTransaction, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

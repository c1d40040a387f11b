import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireBelowLimit } from '../customers/customer-limits.ts'
import { lockCustomer } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, NotFound } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { discountLabel } from '../pricing/discount.ts'
import { insertDiscounts, updateDiscounts } from './discount-rows.ts'
import type { DiscountPlace } from './discount-rows.ts'
import { keepingPromises, ofCustomers } from '../promises/keep-promises.ts'

/** The scope of a discount: a brand or a category, by name, ignoring case, or all products. */
export type DiscountScope = { appliesTo: 'brand' | 'category'; name: string } | { appliesTo: 'all' }

export type FoundScope = Omit<DiscountPlace, 'customerId'>

/**
 * Gives a customer a discount of 1 to 10,000 basis points. It replaces an earlier one with the same scope. Idempotent.
 * Throws NotFound, naming the customer, the brand or the category; InvalidRequest if the customer has reached the
 * limit; and Conflict if `seenBp` was given and the present discount is another one. Null: there was none.
 */
export async function setDiscount(
  context: WorkspaceContext,
  input: { customer: string; on: DiscountScope; discountBp: number; seenBp?: number | null | undefined },
): Promise<{ id: string }> {
  const { discountBp } = input
  return inTransaction(context, async (trx) => {
    const customer = await lockCustomer(trx, input.customer)
    const { name, ...scope } = await findScope(trx, input.on)
    const before = await findRule(trx, customer.id, scope)
    requireSeen(input.seenBp, before?.discount_bp ?? null, name)
    if (before?.discount_bp === discountBp) return { id: before.id }
    if (!before) await requireBelowLimit(trx, 'discount_rule', customer)
    const id = before?.id ?? randomUUIDv7()
    await keepingPromises(trx, ofCustomers([customer.id]), async () => {
      if (before) await updateDiscounts(trx, [{ id, discountBp }])
      else await insertDiscounts(trx, [{ id, customerId: customer.id, ...scope, discountBp }])
      await recordActivity(trx, {
        action: 'discount_rule.set',
        subject: { type: 'discount_rule', id, label: discountLabel(discountBp, name), customerId: customer.id },
        changes: { customer: customer.name, discountBp, ...(before && { replacedBp: before.discount_bp }) },
      })
    })
    return { id }
  })
}

function requireSeen(seenBp: number | null | undefined, presentBp: number | null, on: string | null): void {
  if (seenBp === undefined || seenBp === presentBp) return
  const present =
    presentBp === null ? 'This discount was deleted meanwhile' : `It is ${discountLabel(presentBp, on)} by now`
  throw new Conflict(`${present}. Nothing of yours was saved.`)
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

/** The discount of a customer with that scope. In a transaction, it is locked. */
export async function findRule({ db, workspaceId }: WorkspaceContext, customerId: string, scope: FoundScope) {
  return db
    .selectFrom('discount_rule')
    .select(['id', 'discount_bp'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('applies_to', '=', scope.appliesTo)
    .where('brand_id', 'is not distinct from', scope.brandId)
    .where('category_id', 'is not distinct from', scope.categoryId)
    .$if(db.isTransaction, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

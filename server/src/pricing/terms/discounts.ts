import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireBelowLimit } from '../../customers/customer-fields.ts'
import { lockOwner, ownerName, ownerOf } from '../../customers/term-owner.ts'
import type { NamedOwner, TermOwner, OwnerIds } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { discountLabel, discountOn } from '../discount-terms.ts'
import { uuidOf } from '../../lib/uuid.ts'
import { sql } from 'kysely'
import { rowset, uuidArray } from '../../database/rowset.ts'
import type { Row } from '../../database/tables.ts'
import { recordPastTerms, termChangeTime } from '../priced-at.ts'

/** The scope of a discount: a brand or a category, by name, ignoring case, or all products. */
export type DiscountScope = { appliesTo: 'brand' | 'category'; name: string } | { appliesTo: 'all' }

type FoundScope = DiscountScopeIds

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
  const rule = await db
    .selectFrom('discount_rule as r')
    .leftJoin('brand as b', (join) => join.on('b.workspace_id', '=', workspaceId).onRef('b.id', '=', 'r.brand_id'))
    .leftJoin('category as c', (join) =>
      join.on('c.workspace_id', '=', workspaceId).onRef('c.id', '=', 'r.category_id'),
    )
    .select(['r.id', 'r.discount_bp as discountBp', 'r.customer_id as customerId', 'r.group_id as groupId'])
    .select(['b.name as brand', 'c.name as category', 'r.brand_id as brandId', 'r.category_id as categoryId'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', uuidOf(id))
    .executeTakeFirst()
  if (!rule) throw new NotFound(`There is no discount with the id "${id}".`)
  return rule
}

type DiscountScopeIds = {
  appliesTo: Row<'discount_rule'>['applies_to']
  brandId: string | null
  categoryId: string | null
}
/** What a discount of a customer is on. A customer, as a price group, has one discount at most on each target. */
export type DiscountTarget = DiscountScopeIds & { customerId: string }
type StoredDiscount = { id: string; discountBp: number }
type NewDiscount = DiscountScopeIds & OwnerIds & StoredDiscount

/** One text for each target. */
export function targetKey({ customerId, brandId, categoryId }: DiscountTarget): string {
  return [customerId, brandId, categoryId].join(' ')
}

/** The present discounts of these targets, by `targetKey`. */
export async function discountsIn(
  { db, workspaceId }: WorkspaceContext,
  targets: readonly DiscountTarget[],
): Promise<Map<string, StoredDiscount>> {
  const found = (['all', 'brand', 'category'] as const).map((appliesTo) => {
    const asked = targets
      .filter((target) => target.appliesTo === appliesTo)
      .map((target) => ({
        key: targetKey(target),
        customer_id: target.customerId,
        id: target.brandId ?? target.categoryId,
      }))
    const target = { appliesTo, id: sql`asked.id` }
    return sql`
      select asked.key, found.id, found.discount_bp from ${rowset(asked, 'key text, customer_id uuid, id uuid', 'asked')}
      cross join lateral ${discountOn(workspaceId, { column: 'customer_id', id: sql`asked.customer_id` }, target)} found`
  })
  const { rows } = await sql<StoredDiscount & { key: string }>`
    select key, id, discount_bp as "discountBp" from (${sql.join(found, sql` union all `)}) found`.execute(db)
  return new Map(rows.map(({ key, ...discount }) => [key, discount]))
}

const PLACE = 'customer_id uuid, group_id uuid, applies_to text, brand_id uuid, category_id uuid'

/** Inserts discounts in one statement. */
export async function insertDiscounts(trx: WorkspaceContext, discounts: readonly NewDiscount[]): Promise<void> {
  if (discounts.length === 0) return
  const { db, workspaceId } = trx
  const at = await termChangeTime(trx)
  const rows = discounts.map(({ id, discountBp, ...target }) => ({ id, discount_bp: discountBp, ...columns(target) }))
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, group_id, applies_to, brand_id, category_id, discount_bp,
      created_at, updated_at)
    select ${workspaceId}, id, customer_id, group_id, applies_to, brand_id, category_id, discount_bp, ${at}, ${at}
    from ${rowset(rows, `id uuid, discount_bp integer, ${PLACE}`)}`.execute(db)
}

/** Changes existing discounts, whose owners must be locked, in one statement. */
export async function updateDiscounts(trx: WorkspaceContext, discounts: readonly StoredDiscount[]): Promise<void> {
  if (discounts.length === 0) return
  const { db, workspaceId } = trx
  const ids = uuidArray(discounts.map(({ id }) => id))
  const at = await recordPastTerms(trx, 'discount_rule', sql`workspace_id = ${workspaceId} and id = any(${ids})`)
  const rows = discounts.map(({ id, discountBp }) => ({ id, discount_bp: discountBp }))
  await sql`
    update discount_rule r set discount_bp = changed.discount_bp, updated_at = ${at}, version = r.version + 1
    from ${rowset(rows, 'id uuid, discount_bp integer', 'changed')}
    where r.workspace_id = ${workspaceId} and r.id = changed.id`.execute(db)
}

/** Deletes discounts, whose owners must be locked. */
export async function deleteDiscounts(trx: WorkspaceContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = sql<boolean>`workspace_id = ${trx.workspaceId} and id = any(${uuidArray(ids)})`
  await recordPastTerms(trx, 'discount_rule', rows)
  await sql`delete from discount_rule where ${rows}`.execute(trx.db)
}

function columns({ customerId, groupId, appliesTo, brandId, categoryId }: DiscountScopeIds & OwnerIds) {
  return {
    customer_id: customerId,
    group_id: groupId,
    applies_to: appliesTo,
    brand_id: brandId,
    category_id: categoryId,
  }
}

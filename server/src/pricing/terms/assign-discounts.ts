import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { recordPart } from '../../workspaces/activity/record-activity.ts'
import { changedCustomers } from '../../workspaces/activity/record-changes.ts'
import { countOfCustomers, tooMany } from '../../customers/customer-fields.ts'
import { resolveCustomers, whyUnresolved } from '../../customers/find-customer.ts'
import type { CustomerRef } from '../../customers/find-customer.ts'
import { askedKeys } from '../../database/rowset.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import { discountsIn, insertDiscounts, targetKey, updateDiscounts } from './discounts.ts'
import type { DiscountTarget, DiscountScope } from './discounts.ts'

/** A discount to set. `customer` is an id, an account code or a name. */
export type DiscountItem = { customer: string; on: DiscountScope; discountBp: number }

/**
 * What an item does. `position` is its own. `from` is null where the customer has no such discount; `on` null for
 * everything.
 */
type AssignedDiscount = DiscountTarget & {
  position: number
  id: string
  customer: CustomerRef
  on: string | null
  from: number | null
  discountBp: number
}

export type DiscountAssignment = { placed: AssignedDiscount[]; refused: { position: number; reason: string }[] }

type Group = { id: string; name: string }
type FoundItem = DiscountTarget & { position: number; customer: CustomerRef; on: string | null; discountBp: number }

/**
 * Plans discounts of several customers, in a number of statements that does not depend on their number. Writes nothing.
 * In a transaction, it locks the customers, and keeps the brands and categories. `added`: how many discounts of each
 * customer, by id, come beside these; it counts those of the plan, too.
 */
export async function planDiscounts(
  context: WorkspaceContext,
  items: readonly DiscountItem[],
  added = new Map<string, number>(),
): Promise<DiscountAssignment> {
  const { found, refused } = await findNamed(context, items)
  const stored = await discountsIn(context, found)
  const isNew = (item: FoundItem) => !stored.has(targetKey(item))
  const counts = await countOfCustomers(context, 'discount_rule', [
    ...new Set(found.filter(isNew).map(({ customerId }) => customerId)),
  ])
  const placed: AssignedDiscount[] = []
  const taken = new Set<string>()
  for (const item of found) {
    const { position, customer, customerId } = item
    const before = stored.get(targetKey(item))
    const count = (counts.get(customerId) ?? 0) + (added.get(customerId) ?? 0)
    if (taken.has(targetKey(item))) refused.push({ position, reason: 'Another row sets the same discount.' })
    else if (!before && count >= WORKSPACE_LIMITS.discountsOfCustomer) {
      refused.push({ position, reason: tooMany('discount_rule', customer) })
    } else {
      taken.add(targetKey(item))
      if (!before) added.set(customerId, (added.get(customerId) ?? 0) + 1)
      placed.push({ ...item, id: before?.id ?? randomUUIDv7(), from: before?.discountBp ?? null })
    }
  }
  return { placed, refused }
}

/**
 * Sets discounts of several customers, those that fit, as a part of something larger that records the activity itself.
 * Call it in a transaction.
 */
export async function assignDiscounts(
  trx: WorkspaceContext,
  items: readonly DiscountItem[],
): Promise<DiscountAssignment> {
  const placement = await planDiscounts(trx, items)
  const differing = placement.placed.filter(({ from, discountBp }) => from !== discountBp)
  const [inserts, updates] = [
    differing.filter(({ from }) => from === null),
    differing.filter(({ from }) => from !== null),
  ]
  await insertDiscounts(trx, inserts)
  await updateDiscounts(trx, updates)
  if (differing.length > 0) {
    await recordPart(trx, undefined, changedCustomers(differing.map(({ customerId }) => customerId)))
  }
  return placement
}

async function findNamed(context: WorkspaceContext, items: readonly DiscountItem[]) {
  const customers = await resolveCustomers(
    context,
    items.map(({ customer }) => customer),
  )
  const groups = {
    brand: await findGroups(context, 'brand', items),
    category: await findGroups(context, 'category', items),
  }
  const refused: DiscountAssignment['refused'] = []
  const found = items.flatMap(({ customer: named, on: scope, discountBp }, position): FoundItem[] => {
    const customer = customers.get(named)
    const group = scope.appliesTo === 'all' ? null : groups[scope.appliesTo].get(matchingKey(scope.name))
    if (customer && customer !== 'several' && group !== undefined) {
      return [{ position, customer, on: group?.name ?? null, discountBp, ...targetOf(customer, scope, group) }]
    }
    const reasons = [
      ...whyUnresolved(named, customer),
      ...(group === undefined && scope.appliesTo !== 'all' ? [`There is no ${scope.appliesTo} "${scope.name}".`] : []),
    ]
    refused.push({ position, reason: reasons.join(' ') })
    return []
  })
  return { found, refused }
}

function targetOf({ id: customerId }: CustomerRef, { appliesTo }: DiscountScope, group: Group | null): DiscountTarget {
  return {
    customerId,
    appliesTo,
    brandId: appliesTo === 'brand' ? group!.id : null,
    categoryId: appliesTo === 'category' ? group!.id : null,
  }
}

/** The brands or categories that items name, by their matching keys. */
async function findGroups(
  { db, workspaceId }: WorkspaceContext,
  grouping: 'brand' | 'category',
  items: readonly DiscountItem[],
): Promise<Map<string, Group>> {
  const names = items.flatMap(({ on }) => (on.appliesTo === grouping ? [matchingKey(on.name)] : []))
  if (names.length === 0) return new Map()
  const asked = askedKeys([...new Set(names)].toSorted())
  const { rows } = await sql<Group & { key: string }>`
    select asked.key, g.* from ${asked} cross join lateral (
      select id, name from ${sql.table(grouping)}
      where workspace_id = ${workspaceId} and name_key = asked.key limit 1
      ${db.isTransaction ? sql`for key share` : sql``}) g`.execute(db)
  return new Map(rows.map(({ key, ...group }) => [key, group]))
}

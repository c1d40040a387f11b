import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { findPriceGroup, lockPriceGroup } from '../../customers/term-owner.ts'
import type { PriceGroupRef } from '../../customers/term-owner.ts'
import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { changedCustomers } from '../../workspaces/activity/record-changes.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Conflict, invalidField, InvalidRequest } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import { countOfOwner } from '../../customers/customer-fields.ts'
import { discountsOfGroup } from '../list-discounts.ts'
import { atOneState } from '../../database/paging/index.ts'
import { recordPastName } from '../../customers/plan-customers.ts'
import { lockCustomerList } from '../../customers/customer-rows.ts'
import { recordPastTerms } from '../priced-at.ts'
import { counted } from '../../shared/counted.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import { impactOfMembership, assignCustomers } from './group-members.ts'

type PriceGroupRow = PriceGroupRef & { customerCount: number; discountCount: number; agreedPriceCount: number }

/** All price groups by name, each with the numbers of its customers and terms. */
export async function listPriceGroups({ db, workspaceId }: WorkspaceContext): Promise<PriceGroupRow[]> {
  const countOf = (table: 'customer' | 'discount_rule' | 'agreed_price') => sql<number>`(
    select count(*)::integer from ${sql.table(table)} t
    where t.workspace_id = ${workspaceId} and t.group_id = price_group.id)`
  return db
    .selectFrom('price_group')
    .select(['id', 'name'])
    .select(countOf('customer').as('customerCount'))
    .select(countOf('discount_rule').as('discountCount'))
    .select(countOf('agreed_price').as('agreedPriceCount'))
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/**
 * Adds a price group without customers and terms. Throws InvalidInput if there is one with that name, and
 * InvalidRequest past the limit.
 */
export async function addPriceGroup(context: WorkspaceContext, { name }: { name: string }): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    await requireFreeName(trx, name)
    await requireRoom(trx)
    const [id, now] = [randomUUIDv7(), trx.clock()]
    await trx.db
      .insertInto('price_group')
      .values({
        workspace_id: trx.workspaceId,
        id,
        name,
        name_key: matchingKey(name),
        created_at: now,
        updated_at: now,
      })
      .execute()
    await recordActivity(trx, {
      action: 'price_group.create',
      subject: { type: 'price_group', id, label: name },
      changes: { name },
    })
    return { id }
  })
}

async function requireRoom({ db, workspaceId }: WorkspaceContext): Promise<void> {
  const most = WORKSPACE_LIMITS.priceGroups
  const { count } = await db
    .selectFrom('price_group')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw new InvalidRequest(`A workspace has up to ${most} price groups: remove one first.`)
}

/** One price group by id or name with its discounts, of one state of the workspace. Throws NotFound. */
export async function readPriceGroup(context: WorkspaceContext, idOrName: string) {
  const { result } = await atOneState(context, async () => {
    const group = await findPriceGroup(context, idOrName)
    const owner = { id: group.id, column: 'group_id' } as const
    return {
      ...group,
      minOrderValue: await minimumOf(context, group.id),
      customerCount: await countOfOwner(context, 'customer', owner),
      discountRules: await discountsOfGroup(context, group),
      agreedPriceCount: await countOfOwner(context, 'agreed_price', owner),
    }
  })
  return result
}

/**
 * Gives a price group, by id or name, another name. Prices stay, their labels change: an earlier time keeps
 * the old ones. Throws NotFound, and InvalidInput
 * if another one has the name.
 */
export async function renamePriceGroup(
  context: WorkspaceContext,
  { group, name }: { group: string; name: string },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    const { id, name: before } = await lockPriceGroup(trx, group)
    await requireFreeName(trx, name, id)
    if (before === name) return
    await recordPastName(trx, id)
    await trx.db
      .updateTable('price_group')
      .set({ name, name_key: matchingKey(name), updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    const entry = {
      action: 'price_group.rename',
      subject: { type: 'price_group', id, label: name },
      changes: { name: { from: before, to: name } },
    }
    await recordActivity(trx, entry, undefined, [{ kind: 'customer', rows: sql`group_id = ${id}` }])
  })
}

/**
 * Sets the minimum order value, in minor units, of a price group, by id or name; null: it has none. Throws NotFound.
 */
export async function setGroupMinimum(
  context: WorkspaceContext,
  { group, minOrderValue }: { group: string; minOrderValue: number | null },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { id, name } = await lockPriceGroup(trx, group)
    const before = await minimumOf(trx, id)
    if (before === minOrderValue) return
    await trx.db
      .updateTable('price_group')
      .set({ min_order_value: minOrderValue, updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    await recordActivity(trx, {
      action: 'price_group.update',
      subject: { type: 'price_group', id, label: name },
      changes: { minOrderValue: { from: before, to: minOrderValue } },
    })
  })
}

async function minimumOf({ db, workspaceId }: WorkspaceContext, id: string): Promise<number | null> {
  const group = await db
    .selectFrom('price_group')
    .select('min_order_value as minOrderValue')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return group?.minOrderValue ?? null
}

/** Throws InvalidInput if another price group has the name, ignoring case. Lock the names first. */
async function requireFreeName(
  { db, workspaceId }: WorkspaceContext,
  name: string,
  own: string | null = null,
): Promise<void> {
  const other = await db
    .selectFrom('price_group')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('name_key', '=', matchingKey(name))
    .executeTakeFirst()
  if (!other || other.id === own) return
  throw invalidField('name', `There is a price group "${other.name}" already: choose another name.`)
}

/**
 * Removes a price group, by id or name, with its terms: its customers belong to none then, all at one time. Throws
 * NotFound; Conflict if it has another number of customers than `seenCustomers` says.
 */
export async function removePriceGroup(
  context: WorkspaceContext,
  { group, seenCustomers }: { group: string; seenCustomers?: number | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    await lockCustomerList(trx)
    const { id, name } = await lockPriceGroup(trx, group, 'remove')
    const customers = await customersOfGroup(trx, id)
    if (seenCustomers !== undefined && seenCustomers !== customers.length) {
      throw new Conflict(`${name} has ${counted(customers.length, 'customer')} by now. Nothing was removed.`)
    }
    await assignCustomers(trx, customers, null)
    const ours = sql<boolean>`r.workspace_id = ${trx.workspaceId} and r.group_id = ${id}`
    await recordPastTerms(trx, 'discount_rule', ours)
    await recordPastTerms(trx, 'agreed_price', ours)
    // The foreign keys cascade to its terms.
    await trx.db.deleteFrom('price_group').where('workspace_id', '=', trx.workspaceId).where('id', '=', id).execute()
    const entry = {
      action: 'price_group.remove',
      subject: { type: 'price_group', id, label: name },
      changes: { customers: customers.length },
    }
    await recordActivity(trx, entry, undefined, changedCustomers(customers))
  })
}

/** What `removePriceGroup` would do to prices, for one unit, now. Null where no price moves. Throws NotFound. */
export async function previewGroupRemoval(
  context: WorkspaceContext,
  { group }: { group: string },
): Promise<PriceImpact | null> {
  const { id } = await findPriceGroup(context, group)
  const customers = await customersOfGroup(context, id)
  return impactOfMembership(context, new Map(customers.map((customer) => [customer, null])))
}

/** The ids of the customers in a price group. */
async function customersOfGroup({ db, workspaceId }: WorkspaceContext, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('group_id', '=', groupId)
    .execute()
  return rows.map(({ id }) => id)
}

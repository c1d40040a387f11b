import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray, rowset } from '../../database/rowset.ts'
import { NotFound, InvalidRequest } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { findGroups } from './brands-and-categories.ts'
import type { Grouping } from './brands-and-categories.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { inTransaction } from '../../database/transaction.ts'
import { recordPastLabels, recordPastTerms, recordPastGroups } from '../../pricing/priced-at.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import type { Discounts } from '../../pricing/impact/payers.ts'
import { impactOf, settlingAll } from '../../pricing/impact/price-impact.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import { productsInSlices } from '../products-in-slices.ts'
import { searchDocument } from '../search/search-words.ts'

export type Group = { id: string; name: string }

/** Finds brands or categories by name, ignoring case. Their rows stay locked until the transaction ends. */
async function lockGroups(
  { db, workspaceId }: WorkspaceContext,
  grouping: Grouping,
  names: readonly string[],
): Promise<{ find: (name: string) => Group | undefined; require: (name: string) => Group }> {
  const rows = await db
    .selectFrom(grouping)
    .select(['id', 'name', 'name_key'])
    .where('workspace_id', '=', workspaceId)
    .where('name_key', '=', sql<string>`any(${textArray(names.map(matchingKey))})`)
    .orderBy('name_key')
    .forUpdate()
    .execute()
  const find = (name: string) => rows.find((row) => row.name_key === matchingKey(name))
  return {
    find,
    require: (name) => {
      const found = find(name)
      if (!found) throw new NotFound(`There is no ${grouping} "${name}".`)
      return found
    },
  }
}

/**
 * Renames a brand or category, and updates the search documents of its products. An earlier time keeps the old name.
 * Throws NotFound for the name, and InvalidRequest if another one has the new name.
 */
export async function renameGroup(
  context: WorkspaceContext,
  { grouping, name, to }: { grouping: Grouping; name: string; to: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    const groups = await lockGroups(trx, grouping, [name, to])
    const renamed = groups.require(name)
    const taken = groups.find(to)
    if (taken && taken.id !== renamed.id) {
      throw new InvalidRequest(
        `There is a ${grouping} "${taken.name}" already: merge "${renamed.name}" into it instead.`,
      )
    }
    if (renamed.name === to) return { id: renamed.id }
    await recordPastLabels(trx, 'discount_rule', isOn(trx, grouping, renamed.id))
    await sql`
      update ${sql.table(grouping)} set name = ${to}, name_key = ${matchingKey(to)}
      where workspace_id = ${trx.workspaceId} and id = ${renamed.id}`.execute(trx.db)
    await reindexGroup(trx, grouping, renamed.id)
    const entry = {
      action: `${grouping}.rename`,
      subject: { type: grouping, id: renamed.id, label: to },
      changes: { name: { from: renamed.name, to } },
    }
    const theirs = sql<boolean>`${columnOf(grouping)} = ${renamed.id}`
    await recordActivity(trx, entry, undefined, [{ kind: 'product', rows: theirs }])
    return { id: renamed.id }
  })
}

/** SQL: true for a discount on the brand or category. */
function isOn({ workspaceId }: WorkspaceContext, grouping: Grouping, id: string): RawBuilder<boolean> {
  return sql`workspace_id = ${workspaceId} and ${sql.ref(`${grouping}_id`)} = ${id}`
}

/**
 * Moves the products of one brand or category to another, and deletes the first. Discounts of customers and price groups
 * move too, unless they already have one on the second. Throws NotFound for a name, and InvalidRequest if both are
 * the same.
 */
export async function mergeGroups(
  context: WorkspaceContext,
  { grouping, name, to }: { grouping: Grouping; name: string; to: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    const groups = await lockGroups(trx, grouping, [name, to])
    const [from, into] = [groups.require(name), groups.require(to)]
    if (from.id === into.id) throw new InvalidRequest(`"${into.name}" cannot be merged into itself.`)
    await merge(trx, grouping, from, into)
    return { id: into.id }
  })
}

async function merge(trx: WorkspaceContext, grouping: Grouping, from: Group, into: Group): Promise<void> {
  const at = trx.clock()
  const products = await moveProducts(trx, grouping, { from: from.id, into: into.id, at })
  const discounts = await moveDiscounts(trx, grouping, from.id, into.id)
  await sql`
    delete from ${sql.table(grouping)}
    where workspace_id = ${trx.workspaceId} and id = ${from.id}`.execute(trx.db)
  await reindexGroup(trx, grouping, into.id)
  const entry = {
    action: `${grouping}.merge`,
    subject: { type: grouping, id: into.id, label: into.name },
    changes: { merged: from.name, products, discounts },
  }
  const moved = sql`
    select id from product
    where workspace_id = ${trx.workspaceId} and ${columnOf(grouping)} = ${into.id} and updated_at = ${at}`
  const owners = sql`select customer_id from discount_rule where ${isOn(trx, grouping, into.id)}`
  await recordActivity(trx, entry, products > 0 ? { ids: moved, at } : undefined, [
    { kind: 'customer', rows: sql`id in (${owners})` },
  ])
}

async function moveProducts(
  trx: WorkspaceContext,
  grouping: Grouping,
  { from, into, at }: { from: string; into: string; at: Date },
): Promise<number> {
  const { db, workspaceId } = trx
  const column = columnOf(grouping)
  await recordPastGroups(trx, sql`product where workspace_id = ${workspaceId} and ${column} = ${from}`)
  const { numAffectedRows = 0n } = await sql`
    update product set ${column} = ${into}, updated_at = ${at}
    where workspace_id = ${workspaceId} and ${column} = ${from}`.execute(db)
  return Number(numAffectedRows)
}

async function moveDiscounts(
  trx: WorkspaceContext,
  grouping: Grouping,
  from: string,
  into: string,
): Promise<{ moved: number; dropped: number }> {
  const { db, workspaceId } = trx
  const column = columnOf(grouping)
  const at = await recordPastTerms(trx, 'discount_rule', sql`r.workspace_id = ${workspaceId} and r.${column} = ${from}`)
  const moved = await sql`
    update discount_rule r set ${column} = ${into}, updated_at = ${at}, version = r.version + 1
    where r.workspace_id = ${workspaceId} and r.${column} = ${from} and not exists (
      select from discount_rule other
      where other.workspace_id = ${workspaceId} and other.customer_id = r.customer_id and other.${column} = ${into}
    ) and not exists (
      select from discount_rule other
      where other.workspace_id = ${workspaceId} and other.group_id = r.group_id and other.${column} = ${into}
    )`.execute(db)
  const dropped = await sql`
    delete from discount_rule where workspace_id = ${workspaceId} and ${column} = ${from}`.execute(db)
  return { moved: Number(moved.numAffectedRows), dropped: Number(dropped.numAffectedRows) }
}

function columnOf(grouping: Grouping): RawBuilder<unknown> {
  return sql.ref(grouping === 'brand' ? 'brand_id' : 'category_id')
}

/**
 * What `mergeGroups` would do to the prices of customers, for one unit, now: the products get another discount, and
 * discounts on the first group count for the products of the second. Null where no price moves. Throws NotFound.
 */
export async function previewMerge(
  context: WorkspaceContext,
  { grouping, name, to }: { grouping: Grouping; name: string; to: string },
): Promise<PriceImpact | null> {
  const found = (await findGroups(context, { brand: [], category: [], [grouping]: [name, to] }))[grouping]
  const [from, into] = [name, to].map((asked) => {
    const group = found.get(matchingKey(asked))
    if (!group) throw new NotFound(`There is no ${grouping} "${asked}".`)
    return group.id
  }) as [string, string]
  return impactOf(context, () => productsOf(context, grouping, new Set([from, into])), {
    payer: settlingAll((owner) => merged(owner, grouping, from, into)),
    factors: { [`${grouping}Id`]: into },
  })
}

async function* productsOf(context: WorkspaceContext, grouping: Grouping, ids: Iterable<string>) {
  for (const id of ids) yield* productsInSlices(context, { [grouping]: id })
}

/** A discount on the second group stays; else the one on the first comes to it. */
function merged<Owner extends Discounts>(owner: Owner, grouping: Grouping, from: string, into: string): Owner {
  const groups = grouping === 'brand' ? 'brands' : 'categories'
  const moved = owner[groups].get(from)
  if (moved === undefined || from === into) return owner
  const after = new Map(owner[groups]).set(into, owner[groups].get(into) ?? moved)
  after.delete(from)
  return { ...owner, [groups]: after }
}

/** Products in one statement: they are read into memory. */
const BATCH = 250

/** Rebuilds the search documents of the products of a brand or category. Nothing else of the products changes. */
async function reindexGroup({ db, workspaceId }: WorkspaceContext, grouping: Grouping, groupId: string): Promise<void> {
  const column = grouping === 'brand' ? ('p.brand_id' as const) : ('p.category_id' as const)
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const products = await db
      .selectFrom('product as p')
      .leftJoin('brand as b', (join) => join.on('b.workspace_id', '=', workspaceId).onRef('b.id', '=', 'p.brand_id'))
      .leftJoin('category as c', (join) =>
        join.on('c.workspace_id', '=', workspaceId).onRef('c.id', '=', 'p.category_id'),
      )
      .select(['p.id', 'p.name', 'p.description', 'b.name as brand', 'c.name as category'])
      .where('p.workspace_id', '=', workspaceId)
      .where(column, '=', groupId)
      .where('p.id', '>', after)
      .orderBy('p.id')
      .limit(BATCH)
      // Waits for concurrent calls that rename a product; later ones wait for this statement.
      .forNoKeyUpdate('p')
      .execute()
    const rows = products.map((product) => ({ id: product.id, search: searchDocument(workspaceId, product) }))
    await sql`
      update product p set search = row.search
      from ${rowset(rows, 'id uuid, search tsvector')}
      where p.workspace_id = ${workspaceId} and p.id = row.id`.execute(db)
    if (products.length < BATCH) return
    after = products.at(-1)!.id
  }
}

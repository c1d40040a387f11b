import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { keepPastTerms } from '../../pricing/past-terms.ts'
import { keepPastGroups } from '../../pricing/priced-at.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import type { Grouping } from './grouping.ts'
import { lockGroups } from './lock-groups.ts'
import { reindexGroup } from './reindex-group.ts'

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

type Group = { id: string; name: string }

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
  await recordActivity(trx, entry, products > 0 ? { ids: moved, at } : undefined)
}

async function moveProducts(
  trx: WorkspaceContext,
  grouping: Grouping,
  { from, into, at }: { from: string; into: string; at: Date },
): Promise<number> {
  const { db, workspaceId } = trx
  const column = columnOf(grouping)
  await keepPastGroups(trx, sql`product where workspace_id = ${workspaceId} and ${column} = ${from}`)
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
  const at = await keepPastTerms(trx, 'discount_rule', sql`r.workspace_id = ${workspaceId} and r.${column} = ${from}`)
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

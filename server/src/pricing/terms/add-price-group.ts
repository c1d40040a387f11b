import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-limits.ts'
import { requireFreeName } from './require-free-name.ts'

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

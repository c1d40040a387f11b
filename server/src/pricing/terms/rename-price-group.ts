import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockPriceGroup } from '../../customers/find-price-group.ts'
import { keepPastName } from '../../customers/past-customer-group.ts'
import { inTransaction } from '../../database/transaction.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { requireFreeName } from './require-free-name.ts'

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
    await keepPastName(trx, id)
    await trx.db
      .updateTable('price_group')
      .set({ name, name_key: matchingKey(name), updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    await recordActivity(trx, {
      action: 'price_group.rename',
      subject: { type: 'price_group', id, label: name },
      changes: { name: { from: before, to: name } },
    })
  })
}
